import { FAQ } from '../../../features/content/texts/faq.rules.ts';
import { useContent } from '../../content.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Paragraphs } from './Paragraphs.tsx';

const QUESTIONS = ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const).map((number) => ({
  question: FAQ[`q${number}_question` as const],
  answer: FAQ[`q${number}_answer` as const],
}));

/** The FAQ; a question whose answer is hidden is left out with it. */
export function FaqPage() {
  const say = useContent();
  return (
    <>
      <PageTitle>{say(FAQ.title)}</PageTitle>
      <div className="inset grid gap-8 py-8 [overflow-wrap:anywhere] md:py-14">
        <Paragraphs text={say(FAQ.intro)} />
        {QUESTIONS.map(({ question, answer }) =>
          say(question) && say(answer) ? (
            <section
              key={question.key}
              className="grid gap-x-16 gap-y-3 pt-6 edged-t md:grid-cols-[1fr_2fr]"
            >
              <h2 className="text-2xl">{say(question)}</h2>
              <div className="grid gap-3">
                <Paragraphs text={say(answer)} />
              </div>
            </section>
          ) : null,
        )}
      </div>
    </>
  );
}
