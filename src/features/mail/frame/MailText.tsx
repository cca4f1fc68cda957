import { Fragment, type ReactNode } from 'react';
import { Button, Section, Text } from 'react-email';
import { useWords } from '../../../web/words.tsx';
import { presentableName } from '../mail.rules.ts';
import { colour, font } from './mail-theme.rules.ts';

export function Paragraph(props: { children: ReactNode }) {
  return (
    <Text style={{ margin: '0 0 14px', color: colour.ink, fontSize: 16, lineHeight: '25px' }}>
      {props.children}
    </Text>
  );
}

/** A person by their name, or nobody in particular when the name is no name. */
export function Greeting(props: { name: string }) {
  const t = useWords();
  const name = presentableName(props.name);
  return <Paragraph>{name ? t('Dear {name},', { name }) : t('Hello,')}</Paragraph>;
}

/** What somebody wrote, with the lines as they wrote them. */
export function Quotation(props: { children: string }) {
  return (
    <Section
      style={{
        margin: '0 0 14px',
        borderInlineStart: `3px solid ${colour.ochre}`,
        paddingInlineStart: 14,
      }}
    >
      <Text
        style={{
          margin: 0,
          color: colour.ink,
          fontSize: 16,
          lineHeight: '25px',
          overflowWrap: 'anywhere',
        }}
      >
        {props.children.split(/\r?\n/).map((line, place) => (
          // Lines have no identity but their place; not `pre-wrap`, which Outlook does not know.
          <Fragment key={place}>
            {place > 0 ? <br /> : null}
            {line}
          </Fragment>
        ))}
      </Text>
    </Section>
  );
}

/** Facts with their names, one under the other: two columns break on a phone. */
export function Facts(props: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <Section style={{ margin: '4px 0 18px', borderTop: `1px solid ${colour.rule}` }}>
      {props.facts.map(([name, value]) => (
        <Text
          key={name}
          style={{
            margin: 0,
            borderBottom: `1px solid ${colour.rule}`,
            padding: '9px 0',
            fontSize: 16,
            lineHeight: '23px',
            overflowWrap: 'anywhere',
          }}
        >
          <span style={{ color: colour.muted, fontSize: 14 }}>{name}</span>
          <br />
          <strong style={{ color: colour.ink, fontWeight: 600 }}>{value}</strong>
        </Text>
      ))}
    </Section>
  );
}

/** The one thing to do. */
export function Action(props: { href: string; children: ReactNode }) {
  return (
    <Section style={{ margin: '20px 0 18px' }}>
      <Button
        href={props.href}
        style={{
          backgroundColor: colour.terracotta,
          borderRadius: 2,
          color: '#ffffff',
          fontFamily: font,
          fontSize: 16,
          fontWeight: 600,
          padding: '13px 20px',
        }}
      >
        {props.children}
      </Button>
    </Section>
  );
}

/** The way to the application's page, with what its reader must know of the link. */
export function StatusLink({ href, label }: { href: string; label?: string }) {
  const t = useWords();
  return (
    <>
      <Action href={href}>{label ?? t('See where it stands')}</Action>
      <Paragraph>
        {t('This link opens your application for whoever has it. Please do not pass it on.')}
      </Paragraph>
    </>
  );
}
