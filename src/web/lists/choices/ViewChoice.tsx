import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { type ListChoices, LONGEST_VIEW_NAME, MOST_VIEWS } from '../../../shared/list-choices.ts';
import { useWords } from '../../words.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../forms/Field.tsx';
import { Select } from '../../forms/Select.tsx';
import { TextInput } from '../../forms/TextInput.tsx';

interface ViewChoiceProps {
  choices: ListChoices;
  onChange: (part: Partial<ListChoices>) => void;
  /** The list's current query: the parts that are filled. */
  question: Record<string, string>;
  onAsk: (question: Record<string, string>) => void;
}

/** Stands for a question that is no view; no view has an empty name. */
const UNSAVED = ' ';

const isSame = (a: Record<string, string>, b: Record<string, string>) =>
  JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted());

/** Questions that one comes back to: chosen by name, kept, taken as the one to open the list with, and deleted. */
export function ViewChoice({ choices, onChange, question, onAsk }: ViewChoiceProps) {
  const t = useWords();
  const [dialog, setDialog] = useState<'new' | 'open' | 'closed'>('new');
  const close = () => setDialog('closed');
  const { views } = choices;
  const current = views.find(({ query }) => isSame(query, question))?.name ?? '';
  const isSaved = current !== '' || Object.keys(question).length === 0;
  return (
    <>
      {views.length > 0 ? (
        <Field label={t('View')} className="min-w-48">
          <Select
            placeholder={t('Everything')}
            options={[
              ...(isSaved ? [] : [{ value: UNSAVED, label: t('Not saved') }]),
              ...views.map(({ name }) => name),
            ]}
            value={isSaved ? current : UNSAVED}
            onChange={(event) =>
              onAsk(views.find(({ name }) => name === event.target.value)?.query ?? {})
            }
          />
        </Field>
      ) : null}
      {/* Once pressed it stays: the focus comes back to it when the last view is gone. */}
      {views.length > 0 || !isSaved || dialog !== 'new' ? (
        <Button onClick={() => setDialog('open')}>
          {isSaved ? t('Views...') : t('Save view...')}
        </Button>
      ) : null}
      <Dialog open={dialog === 'open'} onClose={close} title={t('Views')}>
        {isSaved ? null : (
          <NewView
            choices={choices}
            onSave={(part) => {
              onChange({ ...part, views: part.views.map((view) => ({ ...view })) });
              close();
            }}
            question={question}
          />
        )}
        <ViewList choices={choices} onChange={onChange} />
      </Dialog>
    </>
  );
}

interface NewViewProps {
  choices: ListChoices;
  question: Record<string, string>;
  onSave: (part: Pick<ListChoices, 'views' | 'defaultView'>) => void;
}

function NewView({ choices, question, onSave }: NewViewProps) {
  const t = useWords();
  const [problem, setProblem] = useState<string>();

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const inputs = new FormData(event.currentTarget);
    const name = String(inputs.get('name')).trim();
    const others = choices.views.filter((view) => view.name !== name);
    if (!name) setProblem(t('Please give the view a name'));
    else if (others.length >= MOST_VIEWS) setProblem(t('You can save at most 20 views of a list'));
    else
      onSave({
        views: [...others, { name, query: question }],
        defaultView: inputs.has('isDefault') ? name : choices.defaultView,
      });
  }

  return (
    <form className="grid gap-4" onSubmit={save} noValidate>
      <Field
        label={t('Name')}
        hint={t('The current filters and order are saved. A view with the same name is replaced.')}
        error={problem}
      >
        <TextInput name="name" maxLength={LONGEST_VIEW_NAME} autoComplete="off" data-autofocus />
      </Field>
      <Checkbox name="isDefault" label={t('Use as the default view')} />
      <div className="actions">
        <Button type="submit" variant="primary">
          {t('Save view')}
        </Button>
      </div>
    </form>
  );
}

function ViewList({ choices, onChange }: Pick<ViewChoiceProps, 'choices' | 'onChange'>) {
  const t = useWords();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const confirm = useConfirm();
  const { views, defaultView } = choices;
  const count = useRef(views.length);
  const [hadSome] = useState(views.length > 0);
  useEffect(() => {
    // The button that had the focus has gone with its view.
    if (views.length < count.current) heading.current?.focus();
    count.current = views.length;
  }, [views.length]);
  if (!hadSome) return null;

  async function remove(name: string) {
    const question = { title: t('Delete this view?'), text: <bdi>{name}</bdi> };
    if (await confirm({ ...question, confirmLabel: t('Delete'), danger: true }))
      onChange({
        views: views.filter((view) => view.name !== name),
        defaultView: name === defaultView ? null : defaultView,
      });
  }

  return (
    <section className="grid gap-2" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {t('Saved views')}
      </h3>
      {views.length === 0 ? <p>{t('None yet.')}</p> : null}
      <ul className="grid edged-t border-rule empty:hidden">
        {views.map(({ name }) => (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 edged-b border-rule py-1"
          >
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            <span className="flex flex-wrap gap-2">
              <Button
                variant={name === defaultView ? 'primary' : 'secondary'}
                aria-pressed={name === defaultView}
                onClick={() => onChange({ defaultView: name === defaultView ? null : name })}
              >
                {t('Default view')}
              </Button>
              <Button
                variant="danger"
                aria-label={t('Delete {name}', { name })}
                onClick={() => void remove(name)}
              >
                {t('Delete')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
