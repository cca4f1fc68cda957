import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import { MessagesWaiting } from './mails/MessagesWaiting.tsx';
import { ReportsWaiting } from './mails/ReportsWaiting.tsx';
import type { MessageMailProps } from './message-mails.contract.ts';

/** The mails about members' messages. */
export const MESSAGE_MAILS: {
  [T in keyof MessageMailProps]: { subject: string; Mail: ComponentType<MessageMailProps[T]> };
} = {
  'messages-waiting': {
    subject: words(
      '{count, plural, one {You have # unread message} other {You have # unread messages}}',
    ),
    Mail: MessagesWaiting,
  },
  'reports-waiting': {
    subject: words(
      '{count, plural, one {# reported message waits for you} other {# reported messages wait for you}}',
    ),
    Mail: ReportsWaiting,
  },
};
