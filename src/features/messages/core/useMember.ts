import { createContext, useContext } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import type { whoAmI } from '../../members/sessions/session.contract.ts';

/** Whom the page of messages is drawn for. */
export interface Member {
  user: AnswerOf<typeof whoAmI>;
  /** False once the session has ended: only what was typed is left to show. */
  isHere: boolean;
}

export const MemberContext = createContext<Member | undefined>(undefined);

export function useMember(): Member {
  const member = useContext(MemberContext);
  if (!member) throw new Error('useMember needs a MemberContext above it');
  return member;
}
