import { Fragment } from 'react';
import { Section, Text } from 'react-email';
import { colour } from './pigment.rules.ts';

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
