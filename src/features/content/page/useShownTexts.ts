import { useState } from 'react';
import type { Text } from '../../../shared/content.ts';
import { textAt } from './marked-texts.rules.ts';
import { piecesOf, withoutMarks } from './marks.rules.ts';

/** One place where a page shows a text: what it is made of there, or the picture that it describes. */
export interface ShownText {
  text: Text;
  nodes: Node[];
  /** The words are drawn; a picture is only described by them. */
  isWords: boolean;
  /** Of a picture: its description. */
  alt?: string;
}

/** A place of the page, in pixels of the frame. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The texts of the page that is in the frame, once it has come. */
export function useShownTexts() {
  const [texts, setTexts] = useState<readonly ShownText[]>([]);
  return {
    texts,
    take(page: Document) {
      const shown = takeTexts(page);
      layOpen(page, shown);
      setTexts(shown);
    },
  };
}

/** Takes the marks out of a document and says what they were around, in the order of the page. */
export function takeTexts(page: Document): ShownText[] {
  const shown: ShownText[] = [];
  const nodes = page.createTreeWalker(page, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let open: number | undefined;
  let current: ShownText | undefined;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      const described = takeAttributes(node as Element);
      if (described) shown.push(described);
      continue;
    }
    const words = node as globalThis.Text;
    const before = open;
    const { pieces, open: after } = piecesOf(words.data, before);
    open = after;
    if (pieces.length === 1 && pieces[0]?.text === words.data && before === undefined) continue;
    const parts = pieces.map(({ text, number }, at) => {
      const part = at === 0 ? words : page.createTextNode(text);
      part.data = text;
      return { part, number };
    });
    if (parts.length === 0) words.data = '';
    for (const [at, { part, number }] of parts.entries()) {
      if (at > 0) parts[at - 1]?.part.after(part);
      const isContinued = at === 0 && before !== undefined && number === before;
      if (number === undefined) current = undefined;
      else if (isContinued && current) current.nodes.push(part);
      else {
        const text = textAt(number);
        current = text && { text, nodes: [part], isWords: true };
        if (current && page.body.contains(part)) shown.push(current);
      }
    }
    // The new parts are read already.
    nodes.currentNode = parts.at(-1)?.part ?? words;
  }
  return shown;
}

/** The attributes of an element without marks; what a picture shows is a text too. */
function takeAttributes(element: Element): ShownText | undefined {
  let number: number | undefined;
  let alt = '';
  for (const { name, value } of element.attributes) {
    const bare = withoutMarks(value);
    if (bare === value) continue;
    if (name === 'alt') {
      number = piecesOf(value).pieces[0]?.number;
      alt = bare;
    }
    element.setAttribute(name, bare);
  }
  const text = number === undefined ? undefined : textAt(number);
  return text && { text, nodes: [element], isWords: false, alt };
}

/** Opens what is folded and spreads what is pushed aside: every text can be clicked. Links lead nowhere. */
export function layOpen(page: Document, shown: readonly ShownText[]): void {
  for (const link of page.querySelectorAll('a[href]:not([href^="#"])'))
    link.removeAttribute('href');
  for (const { nodes } of shown) {
    for (let at = nodes[0]?.parentElement; at; at = at.parentElement) {
      if (at.tagName === 'DETAILS') {
        at.removeAttribute('name');
        at.setAttribute('open', '');
      }
      if (at.classList.contains('voices')) {
        at.style.flexWrap = 'wrap';
        at.style.overflow = 'visible';
      }
    }
  }
}

/** Texts that are read out and not seen are this small. */
const smallestPx = 4;

/** Where a text is on its page; undefined where it is not seen. */
export function placeOf({ nodes }: ShownText): Place | undefined {
  const boxes = nodes
    .map(boxOf)
    .filter(({ width, height }) => Math.min(width, height) > smallestPx);
  if (boxes.length === 0) return undefined;
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return {
    left,
    top,
    width: Math.max(...boxes.map((box) => box.right)) - left,
    height: Math.max(...boxes.map((box) => box.bottom)) - top,
  };
}

function boxOf(node: Node): DOMRect {
  if (node.nodeType === Node.ELEMENT_NODE) return (node as Element).getBoundingClientRect();
  const range = node.ownerDocument?.createRange();
  range?.selectNodeContents(node);
  return range?.getBoundingClientRect() ?? new DOMRect();
}

/** Shows other words at once. What fills the holes of a text, and how it is parted, only the server knows. */
export function showValue({ nodes, isWords }: ShownText, value: string): void {
  const [only, ...others] = nodes;
  if (!isWords || !only || others.length > 0 || /[{}]|\n\s*\n/.test(value)) return;
  if (only.nodeValue !== value) only.nodeValue = value;
}
