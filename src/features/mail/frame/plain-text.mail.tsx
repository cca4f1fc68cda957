import { toPlainText } from 'react-email';

/** What we use of html-to-text, which ships no types. */
interface Element {
  data?: string;
  attribs?: Record<string, string>;
  children?: Element[];
}
interface Builder {
  openBlock(options: { leadingLineBreaks: number }): void;
  closeBlock(options: { trailingLineBreaks: number }): void;
  addInline(text: string, options: { noWordTransform: boolean }): void;
}
type WriteChildren = (children: Element[], builder: Builder) => void;

/** The words of a link and below them its address, which no line break cuts; an address in a sentence stays there. */
function linkBelow(
  { attribs, children = [] }: Element,
  writeChildren: WriteChildren,
  builder: Builder,
) {
  const href = String(attribs?.href).replace(/^mailto:/, '');
  const isAddress = children.length === 1 && children[0]?.data === href;
  const block = (write: () => void) => {
    builder.openBlock({ leadingLineBreaks: 1 });
    write();
    builder.closeBlock({ trailingLineBreaks: 1 });
  };
  const writeAddress = () => builder.addInline(href, { noWordTransform: true });
  if (isAddress) writeAddress();
  else {
    block(() => writeChildren(children, builder));
    block(writeAddress);
  }
}

const options = {
  wordwrap: 72,
  formatters: { linkBelow },
  selectors: [
    // A title in capitals is a shout, and some languages have none.
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', format: 'linkBelow' },
    // Whoever copies an address needs it in one piece.
    { selector: 'wbr', format: 'skip' },
    {
      selector: '[data-facts=true]',
      format: 'dataTable',
      options: { colSpacing: 3, maxColumnWidth: 34 },
    },
  ],
};

/** The text form of a mail, for programs and people that want no HTML. */
export const textOf = (html: string): string => toPlainText(html, options);
