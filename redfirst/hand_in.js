// A form that packs a lesson for the teacher. Where the page can, it saves the notebook first, so that the zip has
// what was typed a second before. The kernel packs and sends the zip back, and a link saves it from the page: so it
// works where the learner sees no folder, as on a hub or a phone.
//
// Below it, where a program of the learner's has a history, stands a button that runs its story again.

const WHAT_FOR = "Makes one file of this lesson for your teacher, and sends nothing anywhere.";
const SAVE_FIRST =
  "This page can't save your notebook by itself, so save it first (Ctrl+S, or ⌘S on a Mac).";
const NOT_SAVED =
  "Your notebook couldn't be saved, so nothing was packed. Save it, and press the button again.";
const BUSY = "Python is busy with another cell. It packs as soon as that one has ended.";
const BUSY_FOR_STORY = "Python is busy with another cell. It begins as soon as that one has ended.";
const RUNNING = "The tests of each commit are run once more, which takes ten seconds or so …";
const RESTARTED = "The kernel was stopped or restarted: run this cell again.";
const PATIENCE = 1500; // milliseconds after which the page says that Python is busy

// -- What both parts have ----------------------------------------------------------------------

// A part of the widget, made of a form and of what comes of it, with ids of this view: a widget may
// have two.
function partOf(el, controls) {
  const id = `hand-in-${Math.random().toString(36).slice(2)}`;
  const section = document.createElement("section");
  section.innerHTML = `
    <form>${controls.replaceAll("ID", id)}</form>
    <p class="hand-in-note" role="status"></p>
    <div class="hand-in-card jp-RenderedHTMLCommon"></div>
    <a class="hand-in-save" hidden></a>`;
  el.append(section);
  const [form, note, card, link] = section.children;
  return { form, note, card, link, button: form.querySelector("button") };
}

// The button and the note beneath it. After a restart nobody hears the button; what was made before
// can still be saved.
function statusOf(model, { button, note, link }) {
  let timer = 0;
  const wait = (told) => {
    button.disabled = true;
    note.textContent = told;
  };
  const waitLong = (told) => {
    timer = setTimeout(() => wait(told), PATIENCE);
  };
  const goOn = (told) => {
    clearTimeout(timer);
    button.disabled = false;
    note.textContent = told;
  };
  const disconnect = () => {
    clearTimeout(timer);
    wait(RESTARTED);
  };
  const send = (message) => {
    try {
      model.send(message);
    } catch {
      disconnect();
    }
  };
  const isHeard = () => clearTimeout(timer);
  model.on("comm_live_update", disconnect);
  const end = () => {
    clearTimeout(timer);
    offer(link, "", null, "");
    model.off("comm_live_update", disconnect);
  };
  return { wait, waitLong, goOn, send, isHeard, end };
}

function offer(link, name, content, type) {
  if (link.href) URL.revokeObjectURL(link.href);
  link.removeAttribute("href");
  link.hidden = !content;
  if (!content) return;
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.textContent = `Save ${name}`;
}

// -- Packing -------------------------------------------------------------------------------------

function addPacking(model, el) {
  const context = model.widget_manager?.context; // JupyterLab and Notebook have it
  const part = partOf(
    el,
    `<label for="ID">Your name</label>
     <input id="ID" autocomplete="name" autocapitalize="words" spellcheck="false"
       aria-describedby="ID-problem">
     <button>Pack it</button>
     <div class="hand-in-problem" id="ID-problem" role="alert"></div>`,
  );
  const { form, note, card, link, button } = part;
  const [, field, , problem] = form.children;
  const status = statusOf(model, part);
  note.textContent = context ? WHAT_FOR : `${WHAT_FOR} ${SAVE_FIRST}`;

  const complain = (html) => {
    problem.innerHTML = html;
    field.toggleAttribute("aria-invalid", Boolean(html));
    if (html) field.focus();
  };
  const pack = async (event) => {
    event.preventDefault(); // else the page would be loaded anew
    if (button.disabled) return;
    complain("");
    status.wait("Packing …");
    if (context && !(await saved(context))) {
      status.goOn(NOT_SAVED);
      return;
    }
    status.waitLong(BUSY);
    const path = context?.localPath ?? context?.path ?? "";
    status.send({ name: field.value, notebook: path, saved: Boolean(context) });
  };
  const hear = (answer, [zip]) => {
    if ("story" in answer) return;
    if (answer.problem) {
      complain(answer.problem);
      status.goOn("Nothing was packed.");
      return;
    }
    card.innerHTML = answer.card;
    offer(link, answer.file, zip, "application/zip");
    status.goOn(zip ? `${answer.file} is packed. The link below saves it.` : "Nothing was packed.");
  };

  form.addEventListener("submit", pack);
  model.on("msg:custom", hear);
  return () => {
    status.end();
    model.off("msg:custom", hear);
  };
}

// -- The story -----------------------------------------------------------------------------------

function addStory(model, el) {
  const stories = model.get("stories");
  if (!stories.length) return () => {};
  const part = partOf(
    el,
    `<label for="ID">The story of</label>
     <select id="ID"></select>
     <button>Run it again</button>`,
  );
  const { form, card, link, button } = part;
  const choice = form.querySelector("select");
  for (const name of stories) choice.add(new Option(`mine/${name}`, name));
  const status = statusOf(model, part);

  const run = (event) => {
    event.preventDefault();
    if (button.disabled) return;
    status.wait(RUNNING);
    status.waitLong(BUSY_FOR_STORY);
    status.send({ story: choice.value });
  };
  const hear = (answer, [page]) => {
    if (!("story" in answer)) return;
    if (answer.begins) {
      status.isHeard();
      return;
    }
    card.innerHTML = answer.story;
    offer(link, answer.file, page, "text/html");
    status.goOn(page ? "The link below saves it as a page, with every line." : "");
  };

  form.addEventListener("submit", run);
  model.on("msg:custom", hear);
  return () => {
    status.end();
    model.off("msg:custom", hear);
  };
}

function render({ model, el }) {
  el.classList.add("hand-in");
  const ends = [addPacking(model, el), addStory(model, el), keepKeys(el)];
  return () => {
    for (const end of ends) end();
  };
}

export default { render };
