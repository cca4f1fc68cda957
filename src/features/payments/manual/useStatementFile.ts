import { useMutation } from '@tanstack/react-query';
import { words } from '../../../shared/words.ts';
import { call, CallError, sentenceOf } from '../../../web/api.ts';
import type { ManualRail } from './claim.rules.ts';
import { largestFileBytes } from './import.rules.ts';
import { readStatement, type StatementReading } from './statement.contract.ts';
import { decodeStatement } from './statement.rules.ts';

/** A file as it was chosen, with how its rows would be read. */
export interface ChosenFile {
  rail: ManualRail;
  fileName: string;
  content: string;
  reading: StatementReading;
}

/** The file cannot be a statement: seen here, before it is sent anywhere. */
class Unusable extends Error {}

const TOO_LARGE = words(
  'This file is larger than 1.5 MB. Export a shorter time and bring in the parts.',
);
const FAILED = words('The statement could not be read. Please try again.');

/** Reads a statement's file in the browser and asks how its rows would be read; nothing is kept of it. */
export function useStatementFile(rail: ManualRail) {
  const read = useMutation({
    mutationFn: async (file: File): Promise<ChosenFile> => {
      const content = await textOf(file);
      const reading = await call(readStatement, { body: { rail, content } });
      return { rail, fileName: file.name.slice(0, 200), content, reading };
    },
  });
  return {
    file: read.data,
    isReading: read.isPending,
    /** Why not, as a sentence. */
    failure: read.error ? whyNot(read.error) : undefined,
    choose: (file: File) => read.mutate(file),
    forget: read.reset,
  };
}

async function textOf(file: File): Promise<string> {
  if (file.size > largestFileBytes) throw new Unusable(TOO_LARGE);
  const content = decodeStatement(new Uint8Array(await file.arrayBuffer()));
  if (content === undefined)
    throw new Unusable(words('This is not a text file. Export the statement as CSV.'));
  if (content.trim() === '') throw new Unusable(words('This file is empty.'));
  return content;
}

function whyNot(error: Error): string {
  if (error instanceof Unusable) return error.message;
  return error instanceof CallError && error.status === 413 ? TOO_LARGE : sentenceOf(error, FAILED);
}
