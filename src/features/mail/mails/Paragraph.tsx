import type { ReactNode } from 'react';
import { Text } from 'react-email';
import { colour } from './pigment.rules.ts';

export function Paragraph(props: { children: ReactNode }) {
  return (
    <Text style={{ margin: '0 0 14px', color: colour.ink, fontSize: 16, lineHeight: '25px' }}>
      {props.children}
    </Text>
  );
}
