import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import { Letter } from './mails/Letter.tsx';
import { News } from './mails/News.tsx';
import type { WrittenMailProps } from './written-mails.contract.ts';

/** The subject is the administrator's too. */
const AS_WRITTEN = words('{subject}');

/** The mails in an administrator's own words. */
export const WRITTEN_MAILS: {
  [T in keyof WrittenMailProps]: { subject: string; Mail: ComponentType<WrittenMailProps[T]> };
} = {
  letter: { subject: AS_WRITTEN, Mail: Letter },
  news: { subject: AS_WRITTEN, Mail: News },
};
