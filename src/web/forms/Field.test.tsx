import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Checkbox } from './Checkbox.tsx';
import { Field } from './Field.tsx';
import { RadioGroup } from './RadioGroup.tsx';
import { Select } from './Select.tsx';
import { Switch } from './Switch.tsx';
import { TextArea } from './TextArea.tsx';
import { TextInput } from './TextInput.tsx';

/** The text that is read out after a control's name. */
function descriptionOf(control: HTMLElement): string {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? `[${id}]`).join(' | ');
}

test('a field ties its label, hint and error to its control', () => {
  render(
    <Field label="Email" hint="We never show it." error="Valid email is required" required>
      <TextInput name="email" type="email" />
    </Field>,
  );
  const input = screen.getByRole('textbox', { name: 'Email' });
  expect(descriptionOf(input)).toBe('We never show it. | Valid email is required');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(input.hasAttribute('required')).toBe(true);
  expect(input.getAttribute('type')).toBe('email');
});

test('a field without hint and error claims neither', () => {
  render(
    <Field label="Email">
      <TextInput />
    </Field>,
  );
  const input = screen.getByLabelText('Email');
  expect(input.hasAttribute('aria-describedby')).toBe(false);
  expect(input.hasAttribute('aria-invalid')).toBe(false);
});

test('a field says in words that it is optional, and of a needed one nothing', () => {
  render(
    <>
      <Field label="Email" required>
        <TextInput />
      </Field>
      <Field label="Phone" required={false}>
        <TextInput />
      </Field>
      <Field label="Note">
        <TextInput />
      </Field>
    </>,
  );
  expect(screen.queryByText('required')).toBeNull();
  expect(screen.getAllByText('optional')).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: 'Email' })).toBeTruthy();
});

test('a field hands its wiring to a control of any other kind', () => {
  render(
    <Field label="Colour" error="Choose one">
      {(wiring) => <input type="text" {...wiring} />}
    </Field>,
  );
  expect(descriptionOf(screen.getByLabelText('Colour'))).toBe('Choose one');
});

test('two fields with the same words do not share an id', () => {
  render(
    <>
      <Field label="Email">
        <TextInput />
      </Field>
      <Field label="Email">
        <TextInput />
      </Field>
    </>,
  );
  const [first, second] = screen.getAllByLabelText('Email');
  expect(first?.id).not.toBe(second?.id);
});

test('a text area counts down at once for the eye and after a pause for the ear', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { container } = render(
      <Field label="Message" hint="Short is fine.">
        <TextArea maxLength={10} defaultValue="abc" />
      </Field>,
    );
    const area = screen.getByLabelText('Message');
    expect(descriptionOf(area)).toBe('Short is fine. | 7 characters left');
    await userEvent.type(area, 'defghi', { advanceTimers: vi.advanceTimersByTime });
    expect(descriptionOf(area)).toBe('Short is fine. | 1 character left');
    const live = container.querySelector('[aria-live=polite]');
    expect(live?.textContent).toBe('');
    act(() => void vi.advanceTimersByTime(1100));
    expect(live?.textContent).toBe('1 character left');
  } finally {
    vi.useRealTimers();
  }
});

test('a text area says what is left from the last hundred characters on', async () => {
  render(
    <Field label="Message">
      <TextArea maxLength={500} defaultValue={'a'.repeat(399)} />
    </Field>,
  );
  const area = screen.getByLabelText('Message');
  expect(descriptionOf(area)).toBe('');
  await userEvent.type(area, 'b');
  expect(descriptionOf(area)).toBe('100 characters left');
});

test('a text area counts anew when its form is emptied', async () => {
  render(
    <form>
      <Field label="Message">
        <TextArea maxLength={10} />
      </Field>
      <button type="reset">Empty</button>
    </form>,
  );
  const area = screen.getByLabelText('Message');
  await userEvent.type(area, 'abc');
  expect(descriptionOf(area)).toBe('7 characters left');
  await userEvent.click(screen.getByRole('button', { name: 'Empty' }));
  expect(descriptionOf(area)).toBe('10 characters left');
});

test('a select offers its choices after an empty first one', async () => {
  render(
    <Field label="Size" required>
      <Select
        name="size"
        placeholder="Choose a size"
        options={['1-10 employees', { label: 'More', options: [{ value: 'xl', label: '1000+' }] }]}
      />
    </Field>,
  );
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Size' });
  expect(select.value).toBe('');
  await userEvent.selectOptions(select, '1000+');
  expect(select.value).toBe('xl');
  expect(screen.getByRole('group', { name: 'More' })).toBeTruthy();
});

test('a checkbox is ticked by its sentence and carries its error', async () => {
  render(<Checkbox label="I agree" name="agree" error="You must agree" />);
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' });
  await userEvent.click(screen.getByText('I agree'));
  expect(box.checked).toBe(true);
  expect(descriptionOf(box)).toBe('You must agree');
});

test('a switch is turned with the space bar', async () => {
  const turn = vi.fn();
  render(<Switch label="Active" checked={false} onChange={(e) => turn(e.target.checked)} />);
  screen.getByRole('switch', { name: 'Active' }).focus();
  await userEvent.keyboard(' ');
  expect(turn).toHaveBeenCalledWith(true);
});

test('a radio group is named by its legend and tells the choice', async () => {
  const change = vi.fn();
  render(
    <RadioGroup
      label="How would you like to pay?"
      name="plan"
      defaultValue="once"
      onChange={change}
      choices={[
        { value: 'once', label: 'Once' },
        { value: 'plan', label: 'In 12 payments' },
      ]}
    />,
  );
  expect(screen.getByRole('group', { name: 'How would you like to pay?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'In 12 payments' }));
  expect(change).toHaveBeenCalledWith('plan');
});
