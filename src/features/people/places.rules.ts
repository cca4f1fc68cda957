/** Where the records of other features are opened; the page that composes them says it. */
export interface Places {
  signature(id: string): string;
  paper(id: string): string;
  contact(id: string): string;
  volunteer(id: string): string;
  partner(id: string): string;
  application(id: string): string;
  account(id: string): string;
  donation(id: string): string;
  money(applicationId: string): string;
}
