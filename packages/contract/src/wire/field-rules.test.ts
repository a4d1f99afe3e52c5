import { describe, expect, it } from 'vitest';
import {
  displayTextFault,
  idempotencyKeyFault,
  merchantIdFault,
  merchantUserRefFault,
  metadataFault,
  returnUrlFault,
} from './field-rules.ts';

const IN_ORDER = undefined;
const NOT_PLAIN =
  'display_text must be plain text, without control characters and without characters that are invisible or change the direction.';
const INEXACT = 'metadata must not contain numbers beyond 2^53 - 1. Send them as text.';
const TOO_MANY_MARKS = 'display_text must have at most 4 combining marks on a character.';
const NOT_VISIBLE = 'display_text must have a visible character.';

describe('the sentence a caller is shown', () => {
  it.each<[rule: string, fault: string | undefined, sentence: string | undefined]>([
    ['Idempotency-Key of 1 character', idempotencyKeyFault('k'), IN_ORDER],
    ['… of 255', idempotencyKeyFault('~'.repeat(255)), IN_ORDER],
    ['… of 256', idempotencyKeyFault('k'.repeat(256)), 'Idempotency-Key must be 1 to 255 visible ASCII characters.'],
    ['… with a blank', idempotencyKeyFault('a b'), 'Idempotency-Key must be 1 to 255 visible ASCII characters.'],
    ['… sent twice', idempotencyKeyFault(['a', 'b']), 'Idempotency-Key must be 1 to 255 visible ASCII characters.'],
    ['merchant_id of 128 characters', merchantIdFault('m'.repeat(128)), IN_ORDER],
    ['… of 129', merchantIdFault('m'.repeat(129)), 'merchant_id must be 1 to 128 visible ASCII characters.'],
    ['… of none', merchantIdFault(''), 'merchant_id must be 1 to 128 visible ASCII characters.'],
    ['an opaque merchant_user_ref', merchantUserRefFault('u_8c1f'), IN_ORDER],
    [
      '… that is personal',
      merchantUserRefFault('kim@shop.example'),
      'merchant_user_ref looks like an e-mail address: send an opaque reference.',
    ],
    ['an HTTPS return_url', returnUrlFault('https://shop.example/checkout'), IN_ORDER],
    ['… over HTTP', returnUrlFault('http://shop.example/'), 'return_url must be a full HTTPS URL.'],
    ['a display_text of two lines in any script', displayTextFault('Pay € 9.50\n2 × 커피 ☕ لـ لأ שלום'), IN_ORDER],
    ['… that says nothing', displayTextFault(' \n\u200B'), NOT_VISIBLE],
    ['… with a tab', displayTextFault('a\tb'), NOT_PLAIN],
    ['… with an escape', displayTextFault('\u001B[2J a'), NOT_PLAIN],
    ['… with a control of C1', displayTextFault('a\u0085b'), NOT_PLAIN],
    ['… that turns the direction of an amount', displayTextFault('Pay \u202E05.9 €'), NOT_PLAIN],
    ['… of 4 lines', displayTextFault('1\n2\n3\n4'), IN_ORDER],
    ['… of 5', displayTextFault('1\n2\n3\n4\n'), 'display_text must have at most 4 lines.'],
    ['… of 200 characters', displayTextFault('😀'.repeat(200)), IN_ORDER],
    ['… of 201', displayTextFault('x'.repeat(201)), 'display_text must have 1 to 200 characters.'],
    ['… with joiners and variation selectors', displayTextFault('👩‍👧 ❤️ क्‍ष می‌خواهم 葛\u{E0100} ᠠ\u180B'), IN_ORDER],
    ['… with a mark that changes direction', displayTextFault('a\u200Fb'), NOT_PLAIN],
    ['… with a tag character', displayTextFault('Pay € 9\u{E0031}'), NOT_PLAIN],
    ...['\u3164', '\u115F', '\u1160', '\uFFA0'].flatMap<[string, string | undefined, string]>((filler) => [
      [`… of the Hangul filler U+${filler.charCodeAt(0).toString(16)}`, displayTextFault(filler), NOT_VISIBLE],
      [`… with it`, displayTextFault(`a${filler}`), NOT_PLAIN],
    ]),
    ['… with 4 marks on a character', displayTextFault(`Pay a${'\u0301'.repeat(4)} b${'\u20DD'.repeat(4)}`), IN_ORDER],
    ['… with 5', displayTextFault(`Pay a${'\u0301'.repeat(5)}`), TOO_MANY_MARKS],
    ['… with 5, joiners between them', displayTextFault(`Pay a${'\u0301\u200D'.repeat(5)}`), TOO_MANY_MARKS],
    ['… in scripts that stack marks', displayTextFault('ผู้ใช้ ที่นี่ שָׁלוֹם མྱོང་ བསྒྲུབས ကျွန်ုပ် क्ष्म्य tiếng ệ'), IN_ORDER],
    ['… of blank Braille', displayTextFault('\u2800'), NOT_VISIBLE],
    ['metadata of 4096 characters', metadataFault({ a: 'x'.repeat(4096 - '{"a":""}'.length) }), IN_ORDER],
    [
      '… of 4097',
      metadataFault({ a: 'x'.repeat(4097 - '{"a":""}'.length) }),
      'metadata must not be longer than 4096 characters as JSON.',
    ],
    ['metadata with the largest exact numbers', metadataFault({ a: [2 ** 53 - 1, 1 - 2 ** 53] }), IN_ORDER],
    ['… with 2^53, which 2^53 + 1 is read as', metadataFault({ a: [{ b: 2 ** 53 + 1 }] }), INEXACT],
    ['… with a number of many digits', metadataFault({ a: -1e21 }), INEXACT],
    ['… with a forbidden key', metadataFault({ enc_key: 1 }), 'metadata.enc_key is not allowed: it means enc_key.'],
  ])('%s', (_, fault, sentence) => {
    expect(fault).toBe(sentence);
  });
});
