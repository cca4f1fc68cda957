import { Children, Fragment, type ReactNode } from 'react';
import { Button, Link } from 'react-email';
import { amountIn } from '../../../shared/money.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { presentableName } from '../mail.rules.ts';
import { colour, displayFont, font } from './mail-theme.rules.ts';
import { directionOf } from '../../../shared/language.ts';

const text = { color: colour.ink, fontSize: 17, lineHeight: '26px' } as const;

/** As on receipts and applications: it may be read out or typed again, so no line ends at its hyphen. */
const REFERENCE = /\b((?:PX|OAP)-[A-Z0-9]+(?:-\d+)?)\b/;

/** Text whose references stay on one line. */
export const unbroken = (children: ReactNode): ReactNode =>
  Children.map(children, (child) =>
    typeof child === 'string'
      ? child.split(REFERENCE).map((part, place) =>
          place % 2 === 1 ? (
            <span key={place} style={{ whiteSpace: 'nowrap' }}>
              {part}
            </span>
          ) : (
            part
          ),
        )
      : child,
  );

export function Paragraph(props: { children: ReactNode }) {
  return (
    <p className="ink" style={{ ...text, margin: '0 0 16px' }}>
      {unbroken(props.children)}
    </p>
  );
}

/** A person by their name, or nobody in particular when the name is no name. */
export function Greeting(props: { name: string }) {
  const t = useWords();
  const name = presentableName(props.name);
  return <Paragraph>{name ? t('Dear {name},', { name }) : t('Hello,')}</Paragraph>;
}

/** What happens next, and what its reader has to do for it. */
export function NextSteps(props: { children: ReactNode }) {
  const t = useWords();
  return (
    <Paragraph>
      <strong>{t('What comes next.')}</strong> {props.children}
    </Paragraph>
  );
}

/** A link in a sentence; in the text form its address has a line of its own. */
export function TextLink(props: { href: string; children: string }) {
  return (
    <Link
      href={props.href}
      className="ink"
      style={{ color: colour.indigo, textDecoration: 'underline', overflowWrap: 'anywhere' }}
    >
      {props.children}
    </Link>
  );
}

/** What someone wrote, with the lines as they wrote them. */
export function Quotation(props: { children: string }) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '0 0 16px' }}
    >
      <tbody>
        <tr>
          <td width={4} style={{ backgroundColor: colour.ochre }} data-skip-in-text="true">
            {''}
          </td>
          <td
            dir="auto"
            className="ink"
            style={{ ...text, padding: '2px 16px', overflowWrap: 'anywhere' }}
          >
            {props.children.split(/\r?\n/).map((line, place) => (
              // Lines have no identity but their place; not `pre-wrap`, which Outlook does not know.
              <Fragment key={place}>
                {place > 0 ? <br /> : null}
                {line}
              </Fragment>
            ))}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

type Fact = readonly [name: string, value: string];

interface FactsProps {
  /** One without a value is left out. */
  facts: readonly (readonly [name: string, value: string | null | undefined])[];
  /** The amount that it is all about, below the others. */
  total?: Fact;
}

/** A reference, an amount or a date is read as one. */
const isOneWord = (value: string) => value.length <= 17;
/** Beside its name it would be a narrow column of many lines. */
const isSentence = (value: string) => value.length > 60 && value.includes(' ');

/** Text in which an address too long for its line breaks behind the @ rather than within a word. */
const breakable = (value: string): ReactNode =>
  value.split(/(?<=@)/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 ? <wbr /> : null}
      {unbroken(part)}
    </Fragment>
  ));

/**
 * Facts with their names, value at the end of the line, and the amount that it is all about. Where one of them is a
 * sentence, every value is below its name, so that all rows look alike.
 */
export function Facts({ facts, total }: FactsProps) {
  const language = useLanguage();
  const given = facts.filter((fact): fact is Fact => Boolean(fact[1]));
  if (given.length === 0 && !total) return null;
  const Row = given.some(([, value]) => isSentence(value)) ? StackedRow : FactRow;
  return (
    <table
      role="presentation"
      data-facts="true"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '6px 0 22px', borderCollapse: 'collapse' }}
    >
      <tbody>
        {given.map(([name, value]) => (
          <Row key={name} name={name} value={amountIn(value, language)} />
        ))}
        {total ? <Total total={[total[0], amountIn(total[1], language)]} /> : null}
      </tbody>
    </table>
  );
}

/** Where a line ends: Outlook knows no logical sides. */
export function useEnd(): 'left' | 'right' {
  return directionOf(useLanguage()) === 'rtl' ? 'left' : 'right';
}

interface RowProps {
  name: string;
  value: string;
}

function StackedRow({ name, value }: RowProps) {
  const line = `1px solid ${colour.rule}`;
  return (
    <tr>
      <td
        colSpan={2}
        className="ink rule"
        style={{ ...text, borderTop: line, padding: '11px 0', overflowWrap: 'anywhere' }}
      >
        <span className="soft" style={{ color: colour.soft, fontSize: 15 }}>
          {unbroken(name)}
        </span>
        <br />
        <span dir="auto">{breakable(value)}</span>
      </td>
    </tr>
  );
}

function FactRow({ name, value }: RowProps) {
  const end = useEnd();
  const line = `1px solid ${colour.rule}`;
  return (
    <tr>
      <td
        valign="top"
        className="ink rule"
        style={{
          ...text,
          borderTop: line,
          padding: '11px 0',
          paddingInlineEnd: 16,
        }}
      >
        {unbroken(name)}
      </td>
      <td
        align={end}
        valign="top"
        className="ink rule"
        style={{
          ...text,
          borderTop: line,
          padding: '11px 0',
          textAlign: 'end',
          textWrap: 'balance',
          ...(isOneWord(value) ? { whiteSpace: 'nowrap' } : { overflowWrap: 'anywhere' }),
        }}
      >
        <span dir="auto">{breakable(value)}</span>
      </td>
    </tr>
  );
}

function Total({ total: [name, amount] }: { total: Fact }) {
  const end = useEnd();
  const line = `4px solid ${colour.indigo}`;
  return (
    <tr>
      <td
        className="ink line"
        style={{ ...text, borderTop: line, padding: '12px 0', fontWeight: 700 }}
      >
        {name}
      </td>
      <td
        align={end}
        className="ink line total"
        style={{
          borderTop: line,
          padding: '12px 0',
          color: colour.indigo,
          fontFamily: displayFont,
          fontSize: 30,
          lineHeight: '38px',
          fontWeight: 800,
          fontStretch: 'condensed',
          textAlign: 'end',
          whiteSpace: 'nowrap',
        }}
      >
        <span dir="ltr">{amount}</span>
      </td>
    </tr>
  );
}

/** The one thing to do. */
export function Action(props: { href: string; children: ReactNode }) {
  return (
    <div style={{ margin: '24px 0' }}>
      <Button
        href={props.href}
        className="button"
        style={{
          backgroundColor: colour.indigo,
          borderRadius: 2,
          color: colour.cream,
          fontFamily: font,
          fontSize: 18,
          lineHeight: '24px',
          fontWeight: 700,
          padding: '16px 26px',
        }}
      >
        {props.children}
      </Button>
    </div>
  );
}

interface StatusLinkProps {
  href: string;
  label?: string;
  /** Further links, above the caution that is about them, too. */
  children?: ReactNode;
}

/** The way to the application's page, with what its reader must know of the link. */
export function StatusLink({ href, label, children }: StatusLinkProps) {
  const t = useWords();
  return (
    <>
      <Action href={href}>{label ?? t('See your application')}</Action>
      {children}
      <Paragraph>
        {t('Anyone with this link can open your application, so don’t forward this email.')}
      </Paragraph>
    </>
  );
}
