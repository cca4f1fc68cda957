import { Fragment } from 'react';

import { isWebAddress } from '../../../shared/schema.ts';
import { Paragraph, TextLink } from './MailText.tsx';

/** What an administrator wrote: paragraphs where a line is empty, lines as they are, addresses of the web as links. */
export function FormattedMessage(props: { children: string }) {
  return props.children.split(/\r?\n(?:[^\S\n]*\r?\n)+/).map((paragraph, place) => (
    // Paragraphs and lines have no identity but their place.
    <Paragraph key={place}>
      {paragraph.split(/\r?\n/).map((line, at) => (
        <Fragment key={at}>
          {at > 0 ? <br /> : null}
          <Line>{line}</Line>
        </Fragment>
      ))}
    </Paragraph>
  ));
}

/** Without what ends a sentence, which is no part of the address. */
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?…)\]’”»])/giu;

function Line(props: { children: string }) {
  return props.children.split(ADDRESS).map((part, place) =>
    place % 2 === 1 && isWebAddress(part) ? (
      <TextLink key={place} href={part}>
        {part}
      </TextLink>
    ) : (
      part
    ),
  );
}

/** What mail programs show beside the subject. */
export const firstWords = (message: string) => message.replaceAll(/\s+/g, ' ').slice(0, 120);
