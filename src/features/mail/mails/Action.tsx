import type { ReactNode } from 'react';
import { Button, Section } from 'react-email';
import { colour, font } from './pigment.rules.ts';

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
