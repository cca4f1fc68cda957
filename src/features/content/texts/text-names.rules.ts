import type { Text } from '../../../shared/content.ts';
import { words } from '../../../shared/words.ts';

/** LIST of the sections of the texts, as people call them. */
const SECTIONS: Readonly<Record<string, string>> = {
  site: words('Whole site'),
  notice: words('Notice about the kit'),
  hero: words('Hero'),
  numbers: words('Numbers'),
  ratification: words('Ratification'),
  vision: words('Vision'),
  benefits: words('Benefits'),
  heritage: words('Heritage'),
  testimonials: words('Testimonials'),
  call_to_action: words('Call to action'),
  countries: words('Countries'),
  sources: words('Sources'),
  updates: words('Progress Updates'),
  faq: words('FAQ'),
  privacy: words('Privacy Policy'),
  terms: words('Terms of Service'),
  cookies: words('Cookie Policy'),
  card: words('Shared links'),
  buy_now: words('Buy Now'),
  contact: words('Contact'),
  volunteer: words('Volunteer'),
  partner: words('Partnership'),
  share: words('Share'),
};

/** LIST of the keys as people call them; `#` is the number in a key. */
const KEYS: Readonly<Record<string, string>> = {
  title: words('Title'),
  intro: words('Introduction'),
  lead: words('Main sentence'),
  note: words('Note'),
  text: words('Text'),
  summary: words('Summary'),
  picture: words('Picture'),
  more: words('Addition to the notice'),
  description: words('Description'),
  name: words('Name'),
  tagline: words('Tagline'),
  contact_email: words('Contact address'),
  social_facebook: words('Facebook address'),
  social_x: words('X address'),
  social_instagram: words('Instagram address'),
  social_youtube: words('YouTube address'),
  copyright_holder: words('Copyright holder'),
  'title_line#': words('Title line {number}'),
  apply_button_text: words('Button to apply'),
  learn_button_text: words('Link to the vision'),
  headquarters_alt: words('Description of the house picture'),
  passport_alt: words('Description of the booklet picture'),
  'passport_caption_#': words('Picture caption {number}'),
  nations: words('Nations'),
  nations_label: words('Nations: label'),
  nations_meaning: words('Nations: what is counted'),
  people: words('People'),
  people_label: words('People: label'),
  people_meaning: words('People: what is counted'),
  diaspora: words('Diaspora'),
  diaspora_label: words('Diaspora: label'),
  diaspora_meaning: words('Diaspora: what is counted'),
  ratified: words('States that have ratified'),
  needed: words('Ratifications needed'),
  as_of: words('Date of the count'),
  source_address: words('Address of the source'),
  'step#_title': words('Step {number}: title'),
  'step#_text': words('Step {number}: text'),
  recipients_title: words('Recipients: title'),
  recipients_text: words('Who receives the signatures, and when'),
  check_title: words('Country check: title'),
  check_text: words('Country check: text'),
  'text#_title': words('Fact {number}: title'),
  'text#': words('Fact {number}: text'),
  source_link: words('Link to the sources'),
  who_title: words('Who we are: title'),
  who_people: words('The people or organization behind the campaign'),
  who_legal_form: words('The legal form, with its register number'),
  who_country: words('The country you work from'),
  who_price: words('What the price of a kit pays for'),
  kit_alt: words('Description of the kit picture'),
  kit_title: words('In the kit: title'),
  'kit#': words('In the kit: line {number}'),
  cause_title: words('Not in the kit: title'),
  'cause#': words('Not in the kit: line {number}'),
  cause_note: words('Not in the kit: note'),
  'event#_date': words('Event {number}: date'),
  'event#_text': words('Event {number}: text'),
  next_date: words('Next event: date'),
  next_text: words('Next event: text'),
  'quote#_text': words('Quotation {number}'),
  'quote#_speaker': words('Quotation {number}: speaker'),
  'quote#_place': words('Quotation {number}: place and year'),
  people_title: words('Title above the voices of today'),
  sign_button: words('Button to sign'),
  share_link: words('Button to share'),
  countries_title: words('Table of countries: title'),
  map_alt: words('Description of the map'),
  countries_link: words('Link to all countries'),
  donate_text: words('Sentence above the donation links'),
  cloth_hint: words('Hint below the drawing'),
  empty_title: words('While there are none: title'),
  empty_text: words('While there are none: text'),
  'item#_title': words('Update {number}: title'),
  'item#_date': words('Update {number}: date'),
  'item#_text': words('Update {number}: text'),
  'item#_picture': words('Update {number}: picture'),
  'q#_question': words('Question {number}'),
  'q#_answer': words('Answer {number}'),
  's#_title': words('Section {number}: title'),
  's#_text': words('Section {number}: text'),
  details_text: words('What happens with the details'),
  write_title: words('Write to us: title'),
  write_text: words('Write to us: text'),
  help_title: words('How we can help: title'),
  help_text: words('How we can help: text'),
  cannot_title: words('What we cannot do: title'),
  cannot_text: words('What we cannot do: text'),
};

type Translate = (sentence: string, values?: Record<string, string>) => string;

/** What people call a section; one that the pages do not know is called as it was typed. */
export const sectionName = (section: string, t: Translate): string =>
  Object.hasOwn(SECTIONS, section) ? t(SECTIONS[section] ?? '') : section;

/** What people call a text within its section. */
export function textName({ key }: Pick<Text, 'key'>, t: Translate): string {
  const [number = ''] = /\d+/.exec(key) ?? [];
  const name = KEYS[key.replace(/\d+/, '#')];
  return name === undefined ? key : t(name, { number });
}

/** What people call a text, with its section. */
export const wholeName = (text: Pick<Text, 'section' | 'key'>, t: Translate): string =>
  `${sectionName(text.section, t)} › ${textName(text, t)}`;
