import { Heading } from '@authly/ui/heading.tsx';
import type { TargetedInputEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ScreenProps } from './screen-props.ts';

const DIGITS = 2;

/** Digits of Latin, Arabic, Persian and full-width keyboards: the last four bits are the value. */
const digitsIn = (text: string): string =>
  (text.match(/[0-9٠-٩۰-۹０-９]/g) ?? []).map((digit) => digit.charCodeAt(0) & 15).join('');

/** The join check: only the hosted page shows the number. It is sent with its last digit, after a problem with a tap: a second wrong one ends the session. */
export function JoinNumber({ words, visit, state: { numberProblem } }: ScreenProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  const [number, setNumber] = useState('');
  const [sending, setSending] = useState(false);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const needsTap = useRef(false);
  needsTap.current ||= numberProblem !== undefined;
  const isWhole = number.length === DIGITS;
  const send = async (typed: string): Promise<void> => {
    setSending(true);
    await visit.confirmNumber(typed);
    setSending(false);
    setNumber('');
    field.current?.focus({ preventScroll: true });
  };
  const onInput = ({ currentTarget }: TargetedInputEvent<HTMLInputElement>): void => {
    const typed = (currentTarget.value = digitsIn(currentTarget.value).slice(0, DIGITS));
    setNumber(typed);
    if (typed.length === DIGITS && !needsTap.current) void send(typed);
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (isWhole && !sending) void send(number);
  };
  return (
    <form class="screen number" onSubmit={onSubmit}>
      <Heading text={words.number_title} focuses={false} />
      <label class="lead" for="number">
        {words.number_lead}
      </label>
      <input
        ref={field}
        id="number"
        inputMode="numeric"
        autocomplete="off"
        aria-describedby="number-problem"
        aria-invalid={numberProblem === 'number_wrong'}
        value={number}
        readOnly={sending}
        onInput={onInput}
      />
      <p class="problem" role="alert" id="number-problem">
        {numberProblem ? words[numberProblem] : ''}
      </p>
      {needsTap.current && (
        <button type="submit" class="main" disabled={!isWhole || sending}>
          {words.next}
        </button>
      )}
      <button type="button" class="text danger" onClick={() => void visit.giveUp('user_declined')}>
        {words.number_no}
      </button>
    </form>
  );
}
