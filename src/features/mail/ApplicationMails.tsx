import type { ComponentType } from 'react';
import { words } from '../../shared/words.ts';
import type { ApplicationMailProps } from './application-mails.contract.ts';
import {
  Approved,
  Cancelled,
  Delivered,
  Dispatched,
  InReview,
  NeedsInformation,
} from './mails/ApplicationStep.tsx';
import {
  ChargeSoon,
  DueLate,
  DuePaymentFailed,
  DueSoon,
  DueToday,
  PlanPastDue,
} from './mails/DueReminder.tsx';
import { ApplicationLink, DraftLink } from './mails/LinkMail.tsx';
import { PlanCompleted, PlanStopped } from './mails/PlanEnd.tsx';

/** The mails that follow an application on its way. */
export const APPLICATION_MAILS: {
  [T in keyof ApplicationMailProps]: {
    subject: string;
    Mail: ComponentType<ApplicationMailProps[T]>;
  };
} = {
  'draft-link': { subject: words('Go on with your application {reference}'), Mail: DraftLink },
  'application-link': {
    subject: words('The link to your application {reference}'),
    Mail: ApplicationLink,
  },
  'due-soon': { subject: words('A payment is due in a week: {reference}'), Mail: DueSoon },
  'due-today': { subject: words('A payment is due today: {reference}'), Mail: DueToday },
  'due-late': { subject: words('We miss a payment: {reference}'), Mail: DueLate },
  'plan-past-due': { subject: words('Your plan is past due: {reference}'), Mail: PlanPastDue },
  'charge-soon': {
    subject: words('PayPal takes your next payment in a week: {reference}'),
    Mail: ChargeSoon,
  },
  'due-payment-failed': {
    subject: words('PayPal could not take your payment: {reference}'),
    Mail: DuePaymentFailed,
  },
  'plan-stopped': { subject: words('Your plan is cancelled: {reference}'), Mail: PlanStopped },
  'plan-completed': { subject: words('Your plan is complete: {reference}'), Mail: PlanCompleted },
  'application-in-review': {
    subject: words('We review your application {reference}'),
    Mail: InReview,
  },
  'application-needs-information': {
    subject: words('Your application {reference} needs something from you'),
    Mail: NeedsInformation,
  },
  'application-approved': {
    subject: words('Your application {reference} is approved'),
    Mail: Approved,
  },
  'application-dispatched': {
    subject: words('Your kit is on its way: {reference}'),
    Mail: Dispatched,
  },
  'application-delivered': { subject: words('Your kit has arrived: {reference}'), Mail: Delivered },
  'application-cancelled': {
    subject: words('Your application {reference} was cancelled'),
    Mail: Cancelled,
  },
};
