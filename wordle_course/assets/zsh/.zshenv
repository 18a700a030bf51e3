# What zsh reads first in a terminal of our JupyterLab: the user's own settings follow, and then,
# before the first prompt, what bash runs there as well (see prepare_server in nbs/workshops/75).
ZDOTDIR=${USER_ZDOTDIR:-$HOME}
[[ ! -f $ZDOTDIR/.zshenv ]] || . $ZDOTDIR/.zshenv
ours_first() { eval $PROMPT_COMMAND }
precmd_functions+=(ours_first)
