import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { output } from 'zod/v4/core';
import { CAMPAIGN_COUNTRIES } from '../../../shared/country.ts';
import { errorsOf } from '../../../shared/form.ts';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import { useCountryOptions } from '../../../web/forms/useCountryOptions.ts';
import type { FormState } from '../../../web/forms/useForm.ts';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import { useConfirm } from '../../../web/ui/confirm.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { enterSheet } from './paper-signature.contract.ts';
import { BLANK_LINE, type DraftLine, isBlankLine, withPasted } from './pasted-lines.rules.ts';

type Sheet = output<NonNullable<(typeof enterSheet)['body']>>;
type LineField = keyof DraftLine;

/** As many as the printed sheet has. */
const LINES_AT_FIRST = 15;
const emptySheet = () => ({
  sheet: '',
  signedOn: '',
  lines: Array.from(
    { length: LINES_AT_FIRST },
    (): DraftLine => BLANK_LINE,
  ) as readonly DraftLine[],
});
const AT_REST: FormState = { isPending: false, errors: {}, failure: undefined, attempt: 0 };

/** The name of a line's input, at which its error is shown. */
export const inputOf = (line: number, field: LineField) => `line-${line}-${field}`;

/** A sheet while it is typed: nothing of it goes before the server has it. */
export function useSheetForm(onEntered: () => void) {
  const t = useWords();
  const client = useQueryClient();
  const confirm = useConfirm();
  const { dateTimeOf } = useDates();
  const countries = useCountryOptions(CAMPAIGN_COUNTRIES);
  const [draft, setDraft] = useState(emptySheet);
  const [state, setState] = useState(AT_REST);
  useUnsavedWarning(draft.sheet !== '' || draft.lines.some((line) => !isBlankLine(line)));

  /** A country is kept under its English name, and typed as the reader calls it. */
  function storedCountry(typed: string): string {
    const name = typed.trim().toLowerCase();
    const isIt = (text: string) => text.toLowerCase() === name;
    return countries.find(({ value, label }) => isIt(value) || isIt(label))?.value ?? typed;
  }

  const bodyOf = (): Sheet => ({
    sheet: draft.sheet,
    signedOn: draft.signedOn,
    lines: draft.lines.flatMap((line, place) =>
      isBlankLine(line) ? [] : [{ ...line, line: place + 1, country: storedCountry(line.country) }],
    ),
  });

  /** Errors by input, those of a line with its number. */
  function errorsByInput(fields: Readonly<Record<string, string>>, { lines }: Sheet) {
    const named = Object.entries(fields).map(([path, problem]): [string, string] => {
      const [, place = '', field = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const line = lines[Number(place)]?.line;
      if (!field || line === undefined) return [path, t(problem)];
      const at = field === 'country' || field === 'email' ? field : 'fullName';
      return [inputOf(line, at), t('Line {line}: {problem}', { line, problem: t(problem) })];
    });
    return Object.fromEntries(named);
  }

  const refuse = (fields: Readonly<Record<string, string>>, body: Sheet, failure?: string) =>
    setState(({ attempt }) => ({
      isPending: false,
      errors: errorsByInput(fields, body),
      failure,
      attempt: attempt + 1,
    }));

  const isMeant = (error: CallError, { sheet }: Sheet) =>
    confirm({
      title: t('Sheet {sheet} has already been entered', { sheet: sheet.trim().toUpperCase() }),
      text: t(
        'It was entered on {moment} and has {count, plural, one {# line} other {# lines}}. Add these lines to it only if they are on the same sheet.',
        { moment: dateTimeOf(String(error.detail.enteredAt)), count: Number(error.detail.lines) },
      ),
      confirmLabel: t('Add lines'),
    });

  async function send(body: Sheet): Promise<void> {
    setState((before) => ({ ...before, isPending: true, errors: {}, failure: undefined }));
    try {
      const { message } = await call(enterSheet, { body });
      toast({ title: t('Sheet saved'), description: t(message) });
      setDraft(emptySheet());
      setState(AT_REST);
      onEntered();
      await client.invalidateQueries();
    } catch (error) {
      if (error instanceof CallError && error.detail.reason === 'sheet-entered') {
        setState((before) => ({ ...before, isPending: false }));
        if (await isMeant(error, body)) await send({ ...body, isMore: true });
        return;
      }
      const fields = error instanceof CallError ? error.fields : {};
      refuse(fields, body, sentenceOf(error, words('The sheet could not be saved.')));
    }
  }

  function submit() {
    const body = bodyOf();
    const errors = errorsOf(enterSheet.body, body);
    if (Object.keys(errors).length > 0) refuse(errors, body);
    else void send(body);
  }

  const setLines = (change: (lines: readonly DraftLine[]) => readonly DraftLine[]) =>
    setDraft((before) => ({ ...before, lines: change(before.lines) }));

  return {
    draft,
    state,
    countries,
    submit,
    set: (name: 'sheet' | 'signedOn', text: string) =>
      setDraft((before) => ({ ...before, [name]: text })),
    setLine: (place: number, field: LineField, text: string) =>
      setLines((lines) => lines.with(place, { ...(lines[place] ?? BLANK_LINE), [field]: text })),
    paste: (text: string, place: number) => setLines((lines) => withPasted(lines, text, place)),
    addLines: () => setLines((lines) => [...lines, ...Array.from({ length: 5 }, () => BLANK_LINE)]),
  };
}
