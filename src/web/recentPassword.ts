import { createContext, useContext } from 'react';
import { CallError } from './api.ts';
import type { Question } from './ui/confirm.tsx';

/**
 * Does an action; where the server asks for the password again, asks the person and does it once more. A question is
 * answered by the password: it is in the same dialog.
 */
export type WithRecentPassword = <T>(action: () => Promise<T>, question?: Question) => Promise<T>;

/** The person answered a question with no: nothing was done, and nothing went wrong. */
export class Declined extends Error {}

export class PasswordNotGiven extends Declined {}

/** Filled by the page that can ask (features/members/useReauthentication); elsewhere actions just run. */
export const RecentPasswordContext = createContext<WithRecentPassword>((operation) => operation());

export const useRecentPassword = () => useContext(RecentPasswordContext);

/** The same for what cannot be taken back: it asks each time, also where the last time is a minute ago. */
export function usePasswordEachTime(): WithRecentPassword {
  const withRecentPassword = useRecentPassword();
  return (operation, question) => {
    let isAsked = false;
    return withRecentPassword(async () => {
      if (isAsked) return operation();
      isAsked = true;
      throw new CallError(403, JSON.stringify({ reason: 'reauthenticate' }));
    }, question);
  };
}
