import { words } from '../../../shared/words.ts';
import { Button } from '../../ui/Button.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { MoreToDo } from '../MoreToDo.tsx';

interface Thanks {
  title: string;
  text: string;
  /** What one of us does next. */
  reads?: string;
  /** Where the form was, which is not offered again. */
  done?: '/volunteer' | '/partner';
}

const THANKS: Record<'withdrawn' | 'contact' | 'volunteer' | 'partner', Thanks> = {
  withdrawn: {
    title: words('Signature withdrawn'),
    text: words('Your signature is removed and no longer counts. You can sign again at any time.'),
  },
  contact: {
    title: words('Message Sent Successfully!'),
    text: words('Thank you for writing to us.'),
    reads: words('One of us reads your message and replies by email.'),
  },
  volunteer: {
    title: words('Application Submitted Successfully!'),
    text: words('Thank you for offering your time.'),
    reads: words('One of us reads your application and replies by email.'),
    done: '/volunteer',
  },
  partner: {
    title: words('Partnership Application Submitted!'),
    text: words('Thank you for your proposal.'),
    reads: words('One of us reads your proposal and replies by email.'),
    done: '/partner',
  },
};

/** Where a form leads once it is sent; one to sign leads to a page of its own (SignaturePage.tsx). */
export function ThanksPage({ form }: { form: keyof typeof THANKS }) {
  const t = useWords();
  const href = useHref();
  const { title, text, reads, done } = THANKS[form];
  return (
    <>
      <PageTitle>{t(title)}</PageTitle>
      <div className="inset grid gap-8 py-8 md:py-14">
        <p className="text-lg">{t(text)}</p>
        {reads ? <NextSteps reads={reads} /> : null}
        <div className="actions">
          {reads ? (
            <Button variant="primary" href={href('/sign')}>
              {t('Sign the declaration')}
            </Button>
          ) : null}
          {reads ? <Button href={href('/share')}>{t('Share the campaign')}</Button> : null}
          <Button href={href('/')}>{t('Back to the home page')}</Button>
        </div>
        {reads ? (
          <div className="grid gap-3">
            <MoreToDo heading="h3" done={done} />
          </div>
        ) : null}
      </div>
    </>
  );
}

/** What happens with what was sent: by itself, by one of us, and if nothing comes. */
function NextSteps({ reads }: { reads: string }) {
  const t = useWords();
  const steps = [
    [t('Now'), t('A confirmation is on its way to your inbox. Look in your spam folder, too.')],
    [t('Next'), t(reads)],
    [t('No answer after two weeks?'), t('Reply to the confirmation: it reaches the same people.')],
  ] as const;
  return (
    <section className="grid gap-4" aria-labelledby="next">
      <h2 id="next" className="text-2xl">
        {t('What happens next')}
      </h2>
      <ol className="more">
        {steps.map(([when, what]) => (
          <li key={when}>
            <strong>{when}</strong>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
