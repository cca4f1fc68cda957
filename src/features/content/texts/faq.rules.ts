import { section } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';
import { ANY_KIT_SENTENCE, NO_REFUND_SENTENCE } from '../../../shared/plan.ts';

/** What people ask us again and again; four more places stay empty until somebody fills them. */
export const FAQ = section(
  'faq',
  {
    title: words('Questions and answers'),
    intro: words(
      'If yours is not among them, write to us. A person reads every message and answers it.',
    ),
    q1_question: words('What is the kit, and what is it not?'),
    q1_answer: words(
      'The kit is a keepsake of the campaign. It is no passport in the sense of the law and no travel document: no state has to let you in because of it, and no visa can be put into it. Keep using the passport that your state has given you.',
    ),
    q2_question: words('Who is behind the campaign?'),
    q2_answer: words(
      'A private initiative. We speak for ourselves and for those who sign with us: for no state, no party, and not for the African Union.',
    ),
    q3_question: words('What does my signature do?'),
    q3_answer: words(
      'It shows that one more person wants an Africa which Africans can cross freely. We count the signatures, in all and by country. Signing is free, buys nothing and obliges you to nothing.',
    ),
    q4_question: words('Do I have to buy anything to take part?'),
    q4_answer: words('No. Signing, volunteering and writing to us cost nothing.'),
    q5_question: words('What does the kit cost, and how can I pay?'),
    q5_answer: words(
      'The plans, their prices and the ways to pay stand beside the form, before you pay anything. The price that was shown when you applied stays as long as you pay in time.',
    ),
    q6_question: words('When does my kit come?'),
    q6_answer: ANY_KIT_SENTENCE,
    q7_question: words('Can I get my money back?'),
    q7_answer: NO_REFUND_SENTENCE,
    q8_question: words('How can I have my signature or my details taken out?'),
    q8_answer: words(
      'Write to us. Deleting your account, on your profile page, does not take your signature back: that we do when you ask. The Privacy Policy says what we keep, and what goes when.',
    ),
    q9_question: '',
    q9_answer: '',
    q10_question: '',
    q10_answer: '',
    q11_question: '',
    q11_answer: '',
    q12_question: '',
    q12_answer: '',
  },
  [
    'intro',
    'q1_answer',
    'q2_answer',
    'q3_answer',
    'q4_answer',
    'q5_answer',
    'q6_answer',
    'q7_answer',
    'q8_answer',
  ],
);
