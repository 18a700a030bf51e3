// A form that packs a lesson for the teacher. Where the page can, it saves the notebook first, so that the zip has
// what was typed a second before. The kernel packs and sends the zip back, and a link saves it from the page: so it
// works where the learner sees no folder, as on a hub or a phone.

const SAVE_FIRST =
  "This page can't save your notebook by itself, so save it first (Ctrl+S, or ⌘S on a Mac).";
const NOT_SAVED =
  "Your notebook couldn't be saved, so nothing was packed. Save it, and press the button again.";
const BUSY = "Python is busy with another cell. It packs as soon as that one has ended.";
const RESTARTED = "The kernel was stopped or restarted: run this cell again.";
const PATIENCE = 1500; // milliseconds after which the page says that Python is busy

function partsOf(el) {
  const id = `hand-in-${Math.random().toString(36).slice(2)}`; // of this view: a widget may have two
  el.classList.add("hand-in");
  el.innerHTML = `
    <form>
      <label for="${id}">Your name</label>
      <input id="${id}" autocomplete="name" autocapitalize="words" spellcheck="false"
        aria-describedby="${id}-problem">
      <button>Pack it</button>
      <div class="hand-in-problem" id="${id}-problem" role="alert"></div>
    </form>
    <p class="hand-in-note" role="status"></p>
    <div class="hand-in-card jp-RenderedHTMLCommon"></div>
    <a class="hand-in-save" hidden></a>`;
  const [form, note, card, link] = el.children;
  const [, field, button, problem] = form.children;
  return { form, field, button, problem, note, card, link };
}

function render({ model, el }) {
  const context = model.widget_manager?.context; // JupyterLab and Notebook have it
  const { form, field, button, problem, note, card, link } = partsOf(el);
  let timer = 0;
  note.textContent = context ? "" : SAVE_FIRST;

  const wait = (told) => {
    button.disabled = true;
    note.textContent = told;
  };
  const goOn = (told) => {
    clearTimeout(timer);
    button.disabled = false;
    note.textContent = told;
  };
  const complain = (html) => {
    problem.innerHTML = html;
    field.toggleAttribute("aria-invalid", Boolean(html));
    if (html) field.focus();
  };
  // After a restart nobody hears the button. What was packed before can still be saved.
  const disconnect = () => {
    clearTimeout(timer);
    wait(RESTARTED);
  };

  const pack = async (event) => {
    event.preventDefault(); // else the page would be loaded anew
    if (button.disabled) return;
    complain("");
    wait("Packing …");
    if (context && !(await saved(context))) {
      goOn(NOT_SAVED);
      return;
    }
    timer = setTimeout(() => wait(BUSY), PATIENCE);
    const path = context?.localPath ?? context?.path ?? "";
    try {
      model.send({ name: field.value, notebook: path, saved: Boolean(context) });
    } catch {
      disconnect();
    }
  };

  const hear = (answer, [zip]) => {
    if (answer.problem) {
      complain(answer.problem);
      goOn("Nothing was packed.");
      return;
    }
    card.innerHTML = answer.card;
    offer(answer.file, zip);
    goOn(zip ? `${answer.file} is packed. The link below saves it.` : "Nothing was packed.");
  };
  const offer = (name, zip) => {
    if (link.href) URL.revokeObjectURL(link.href);
    link.removeAttribute("href");
    link.hidden = !zip;
    if (!zip) return;
    link.href = URL.createObjectURL(new Blob([zip], { type: "application/zip" }));
    link.download = name;
    link.textContent = `Save ${name}`;
  };

  form.addEventListener("submit", pack);
  model.on("msg:custom", hear);
  model.on("comm_live_update", disconnect);
  const endKeys = keepKeys(el);
  return () => {
    clearTimeout(timer);
    endKeys();
    offer("", null);
    model.off("msg:custom", hear);
    model.off("comm_live_update", disconnect);
  };
}

export default { render };
