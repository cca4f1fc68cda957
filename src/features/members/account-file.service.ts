import type { Context } from '../../server/context.ts';
import type { AnswerFile } from '../../shared/endpoint.ts';
import { words } from '../../shared/words.ts';
import type { ExportForm } from './account.contract.ts';
import { LABELS, type Part, PARTS, type Row, SAYINGS, type Value } from './account-export.rules.ts';
import { type Portion, portionsOf } from './account-export.service.ts';
import type { UserRow } from './member.store.ts';

type Desk = Pick<Context<never>, 'db' | 'clock' | 'publicUrl' | 'translate' | 'language'>;
type Say = (sentence: string, values?: Record<string, string>) => string;

/** A member's own data as a file that opens everywhere: for programs, or to be read and printed. */
export function exportAs(desk: Desk, user: UserRow, form: ExportForm): AnswerFile {
  const portions = portionsOf(desk.db, user);
  const day = desk.clock.now().toISOString().slice(0, 10);
  const name = `one-africa-passport-${day}.${form}`;
  return form === 'json'
    ? { name, type: 'application/json; charset=utf-8', chunks: asJson(desk, portions) }
    : { name, type: 'text/html; charset=utf-8', chunks: asHtml(desk, portions) };
}

async function* asJson({ clock, publicUrl }: Desk, portions: Portion[]): AsyncIterable<string> {
  const head = { exportedAt: clock.now(), site: publicUrl };
  yield JSON.stringify(head).slice(0, -1);
  for (const { part, isOne, rows } of portions) {
    yield `,\n"${part}":${isOne ? '' : '['}`;
    let count = 0;
    for await (const row of rows()) yield `${count++ > 0 ? ',\n' : ''}${JSON.stringify(row)}`;
    yield isOne ? (count === 0 ? 'null' : '') : ']';
  }
  yield '\n}\n';
}

/** Opened from a disk, it may load and run nothing, whatever stands in it. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The colours of web/theme.css, which a file on a disk cannot load. */
const STYLE =
  ':root{color-scheme:light dark;--paper:#f7f1e5;--rule:#e4d3b4;--ink:#1d1a2b;--muted:#5c5468;--heading:#22244f}@media(prefers-color-scheme:dark){:root{--paper:#15152a;--rule:#34345a;--ink:#eee3cd;--muted:#b9adc0;--heading:#f2e4c6}}body{font:17px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem;background:var(--paper);color:var(--ink)}h1,h2{color:var(--heading)}dl{border-top:1.5px solid var(--rule);padding:.75rem 0;margin:0}dt{color:var(--muted);font-size:.85rem}dd{margin:0 0 .5rem;white-space:pre-wrap;overflow-wrap:anywhere}dl{break-inside:avoid}';

async function* asHtml(desk: Desk, portions: Portion[]): AsyncIterable<string> {
  const { language, translate, clock, publicUrl } = desk;
  const say: Say = (sentence, values) => translate(sentence, language, values);
  const written = writer(say, language);
  const title = escaped(say(words('What we keep about you')));
  const stand = say(words('From {site}, as of {moment}'), {
    site: publicUrl,
    moment: written(clock.now()),
  });
  yield `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${escaped(stand)}</p>`;
  for (const { part, rows } of portions) {
    yield `<section><h2>${escaped(say(PARTS[part]))}</h2>`;
    let isEmpty = true;
    for await (const row of rows()) {
      isEmpty = false;
      yield `<dl>${describe(part, row, say, written)}</dl>`;
    }
    yield isEmpty ? `<p>${escaped(say(words('Nothing.')))}</p></section>` : '</section>';
  }
  yield '</main></body></html>\n';
}

/** The fields of a row that hold something, each under its name. */
function describe(
  part: Part,
  row: Row,
  say: Say,
  written: (value: NonNullable<Value>) => string,
): string {
  const told = (name: string, value: NonNullable<Value>) => {
    const sentence = SAYINGS[`${part}.${name}`]?.[String(value)];
    return sentence ? say(sentence) : written(value);
  };
  return Object.entries(row)
    .filter((field): field is [string, NonNullable<Value>] => field[1] !== null && field[1] !== '')
    .map(
      ([name, value]) =>
        `<dt>${escaped(say(LABELS[name] ?? name))}</dt><dd dir="auto">${escaped(told(name, value))}</dd>`,
    )
    .join('');
}

function writer(say: Say, language: string): (value: NonNullable<Value>) => string {
  const moments = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return (value) => {
    if (value instanceof Date) return `${moments.format(value)} UTC`;
    if (typeof value === 'boolean') return value ? say(words('Yes')) : say(words('No'));
    return String(value);
  };
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
