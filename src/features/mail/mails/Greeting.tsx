import { useWords } from '../../../web/words.tsx';
import { presentableName } from '../email.rules.ts';
import { Paragraph } from './Paragraph.tsx';

/** A person by their name, or nobody in particular when the name is no name. */
export function Greeting(props: { name: string }) {
  const t = useWords();
  const name = presentableName(props.name);
  return <Paragraph>{name ? t('Dear {name},', { name }) : t('Hello,')}</Paragraph>;
}
