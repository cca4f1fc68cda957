import { createContext, useContext } from 'react';

/** Does a deed; where the server asks for the password again, asks the person and does it once more. */
export type WithRecentPassword = <T>(deed: () => Promise<T>) => Promise<T>;

/** The person did not want to give the password: nothing was done, and nothing went wrong. */
export class PasswordNotGiven extends Error {}

/** Filled by the page that can ask (features/members/useReauthentication); elsewhere deeds just run. */
export const RecentPassword = createContext<WithRecentPassword>((deed) => deed());

export const useRecentPassword = () => useContext(RecentPassword);
