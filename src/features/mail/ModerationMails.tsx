import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import {
  AccountRestored,
  AccountSuspended,
  AdministratorChanged,
  MemberWarned,
} from './mails/Moderation.tsx';
import type { ModerationMailProps } from './moderation-mails.contract.ts';

/** The mails about an administrator's decision on an account. */
export const MODERATION_MAILS: {
  [T in keyof ModerationMailProps]: {
    subject: string;
    Mail: ComponentType<ModerationMailProps[T]>;
  };
} = {
  'account-suspended': { subject: words('Your account is suspended'), Mail: AccountSuspended },
  'account-restored': { subject: words('Your account is open again'), Mail: AccountRestored },
  'member-warned': {
    subject: words('Please take care how you write to others'),
    Mail: MemberWarned,
  },
  'administrator-changed': {
    subject: words('The administrators have changed: {member}'),
    Mail: AdministratorChanged,
  },
};
