// What a person sees of the wallet: one small window over the page, which asks and takes an answer.
// All of it in a shadow root with a sheet made by script, so that it fits any page and any policy.

const SHEET = `
:host { all: initial; }
dialog {
  box-sizing: border-box; width: min(24rem, calc(100vw - 2rem)); max-height: calc(100dvh - 2rem);
  overflow: auto; padding: 0; border: 2px solid #22244f; border-radius: 4px;
  background: #fffdf8; color: #1d1a2b; font: 1rem/1.5 system-ui, sans-serif; color-scheme: light;
}
dialog::backdrop { background: rgb(20 18 32 / 0.55); }
header { padding: 0.5rem 1rem; background: #22244f; color: #f7f1e5; font-weight: 600; }
form { padding: 1rem; margin: 0; }
h2 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.25; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.75rem; margin: 0 0 1rem; }
dt { color: #5a5566; }
dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; margin: 0 0 1rem; font-weight: 600; }
select { display: block; width: 100%; }
select, button {
  box-sizing: border-box; min-height: 2.75rem; padding: 0.375rem 0.75rem; font: inherit;
  border: 1.5px solid #22244f; border-radius: 2px; background: #fffdf8; color: #22244f;
}
.answers { display: flex; gap: 0.75rem; }
.answers button { flex: 1; font-weight: 600; cursor: pointer; }
.answers .yes { background: #22244f; color: #fffdf8; }
:focus-visible { outline: 3px solid #b5442a; outline-offset: 2px; }
`;

// One window at a time: who asks while another is open waits for its turn.
let last = Promise.resolve();

/**
 * Asks a person.
 * @param {{ title: string, facts: Record<string, string>, choices?: { name: string, label: string, options: [string, string][], chosen: string }[] }} question
 * @returns {Promise<Record<string, string> | undefined>} what was chosen; undefined when it was rejected
 */
export function confirmation(question) {
  const turn = last.then(() => ask(question));
  last = turn.then(() => undefined);
  return turn;
}

function ask({ title, facts, choices = [] }) {
  const host = make('sandbox-wallet');
  host.lang = 'en';
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(SHEET);
  root.adoptedStyleSheets = [sheet];

  const heading = make('h2', title);
  heading.id = 'title';
  const list = make('dl');
  for (const [name, value] of Object.entries(facts))
    list.append(make('dt', name), make('dd', value));
  const selects = choices.map(({ name, label, options, chosen }) => {
    const select = make('select');
    select.name = name;
    for (const [value, text] of options)
      select.append(new Option(text, value, false, value === chosen));
    const field = make('label', label);
    field.append(select);
    return field;
  });
  const [no, yes] = [make('button', 'Reject'), make('button', 'Approve')];
  no.type = 'button';
  yes.className = 'yes';
  const answers = make('div');
  answers.className = 'answers';
  answers.append(no, yes);
  const form = make('form');
  form.append(heading, list, ...selects, answers);
  const dialog = make('dialog');
  dialog.setAttribute('aria-labelledby', 'title');
  dialog.append(make('header', 'Sandbox Wallet · no real money'), form);
  root.append(dialog);

  // A dialog of the page below must not take this for a click beside it.
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'keydown', 'click'])
    host.addEventListener(type, (event) => event.stopPropagation());
  document.body.append(host);
  dialog.showModal();
  yes.focus();

  return new Promise((resolve) => {
    const end = (answer) => {
      dialog.close();
      host.remove();
      resolve(answer);
    };
    no.addEventListener('click', () => end(undefined));
    dialog.addEventListener('cancel', () => end(undefined));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      end(Object.fromEntries(new FormData(form)));
    });
  });
}

function make(name, text = '') {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
