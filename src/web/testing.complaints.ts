/** What the fields of a form say is wrong with them, in their order. */
export const complaintsIn = (form: Element): (string | null | undefined)[] =>
  [...form.querySelectorAll('[aria-invalid]')].map((control) => {
    const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
    const error = ids.find((id) => id.endsWith('-error')) ?? '';
    return document.getElementById(error)?.textContent;
  });
