/** A text whose empty lines part its paragraphs; nothing when there is none. */
export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim());
  // The same text always parts alike: a paragraph's place is its key.
  return paragraphs.map((paragraph, place) => <p key={place}>{paragraph}</p>);
}
