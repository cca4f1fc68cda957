import { createContext, useContext } from 'react';

/** Does an action; where the session has ended meanwhile, asks the same person to log in and does it once more. */
export type WithLogin = <T>(action: () => Promise<T>) => Promise<T>;

/** Filled by the page that can ask (features/members/useLoginAgain); elsewhere actions just run. */
export const LoginContext = createContext<WithLogin>((operation) => operation());

export const useWithLogin = () => useContext(LoginContext);
