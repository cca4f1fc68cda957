/** LIST of the dashboard's lists of which an administrator chooses the columns and keeps views. */
export const CHOICE_LISTS = [
  'contact-submissions',
  'passport-applications',
  'unity-declarations',
  'volunteer-submissions',
  'partner-submissions',
  'users',
  'email-logs',
  'audit',
  'donations',
] as const;
export type ChoiceList = (typeof CHOICE_LISTS)[number];

/** A question to a list that someone comes back to, by its name. */
export interface View {
  name: string;
  /** As the list's address has it. */
  query: Record<string, string>;
}

/** An administrator's choices for a list. */
export interface ListChoices {
  /** The ids of the columns after the first, in their order; null for the usual ones. */
  columns: string[] | null;
  views: View[];
  /** The view that the list opens with, when its address asks for nothing. */
  defaultView: string | null;
}

export const NOTHING_CHOSEN: ListChoices = { columns: null, views: [], defaultView: null };

export const MOST_VIEWS = 20;
export const LONGEST_VIEW_NAME = 60;
