/** What each mail about members' messages is told: names and numbers, none of the words. */
export interface MessageMailProps {
  'messages-waiting': {
    name: string;
    /** Unread messages in all. */
    count: number;
    people: { name: string; count: number }[];
    /** People who are not named. */
    others: number;
    /** The page that asks whether these mails shall stop. */
    offUrl: string;
    /** The address that a mail program posts to for the same (RFC 8058). */
    oneClickUrl: string;
  };
  /** To the administrators. */
  'reports-waiting': { count: number; adminUrl: string };
}
