import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import { SubmissionReply } from './mails/SubmissionReply.tsx';
import type { ReplyMailProps } from './reply-mails.contract.ts';

/** The mails in which an administrator answers somebody. */
export const REPLY_MAILS: {
  [T in keyof ReplyMailProps]: { subject: string; Mail: ComponentType<ReplyMailProps[T]> };
} = {
  'submission-reply': { subject: words('{subject}'), Mail: SubmissionReply },
};
