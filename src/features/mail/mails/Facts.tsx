import { Section, Text } from 'react-email';
import { colour } from './pigment.rules.ts';

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
