/** Where money can go that pays nothing of ours. */
export const SET_ASIDE_ACCOUNTS = ['donations', 'other_income', 'spending', 'in_transit'] as const;
export type SetAsideAccount = (typeof SET_ASIDE_ACCOUNTS)[number];

/** What a line of a bank statement is that is about no payment; `dismissed`: no money, or it is recorded already. */
export const LINE_DECISIONS = [...SET_ASIDE_ACCOUNTS, 'dismissed'] as const;
export type LineDecision = (typeof LINE_DECISIONS)[number];

export const isSetAsideAccount = (to: string | null): to is SetAsideAccount =>
  SET_ASIDE_ACCOUNTS.some((account) => account === to);
