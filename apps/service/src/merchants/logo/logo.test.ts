import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { LOGO_MAX_BYTES, logoOf, logoTypeOf } from './logo.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const svgOf = (text: string): string => new TextDecoder().decode(logoOf(utf8(text)).logo.bytes);
const png = (width = 2, height = 2, text = {}): Uint8Array =>
  encode({ width, height, data: new Uint8Array(width * height * 3), channels: 3, depth: 8, text });

describe('an SVG logo', () => {
  it('keeps its shapes, gradients and colours, also those in style attributes', () => {
    const drawing = `<?xml version="1.0"?><!-- drawn --><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox='0 0 10 10'>
      <defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="b" xlink:href="#a"/></defs>
      <path style="fill:url(#b);stroke:none" d="M0 0h10v10z"/></svg>`;
    expect(svgOf(drawing)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient><linearGradient id="b" href="#a"/></defs><path fill="url(#b)" stroke="none" d="M0 0h10v10z"/></svg>',
    );
    expect(logoOf(utf8(drawing)).leftOut).toEqual([]);
  });

  const around = (inside: string): string => `<svg viewBox="0 0 1 1">${inside}</svg>`;
  it.each([
    ['a script', '<script>alert(1)</script>', '<script>'],
    ['a script in a shape', '<path d="M0 0"><script href="https://evil.test"/></path>', '<script>'],
    ['an event', '<path onclick="alert(1)"/>', 'onclick'],
    ['a foreign page', '<foreignObject><body onload="x"><g/></body></foreignObject>', '<foreignObject>'],
    ['a picture from elsewhere', '<image href="https://evil.test/x.png"/>', '<image>'],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>', '<a>'],
    ['a style sheet', '<style>@import url(https://evil.test)</style>', '<style>'],
    ['a fill from elsewhere', '<path fill="url(https://evil.test/x#a)"/>', 'fill'],
    ['a fill that is hidden in an entity', '<path fill="&#117;rl(x)"/>', 'fill'],
    ['a fill in capitals', '<path fill="URL(x)"/>', 'fill'],
    ['a fill from elsewhere in a style', '<path style="fill:url(//evil.test)"/>', 'fill'],
    ['a gradient from elsewhere', '<linearGradient xlink:href="//evil.test#a"/>', 'xlink:href'],
    ['what repeats parts', '<use href="#a"/>', '<use>'],
    ['what moves', '<animate attributeName="d"/>', '<animate>'],
    ['what another namespace calls a path', '<x:path xmlns:x="http://www.w3.org/1999/xhtml"/>', '<x:path>'],
  ])('%s is left out and named', (_, inside, named) => {
    const { logo, leftOut } = logoOf(utf8(around(inside)));
    expect(leftOut).toEqual([named]);
    const rest = new TextDecoder().decode(logo.bytes).replace(' xmlns="http://www.w3.org/2000/svg"', '');
    expect(rest).not.toMatch(/evil|alert|script|on\w+=|href|url|:|<x/i);
  });

  it.each([
    ['a document type, which may define entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>'],
    ['CDATA', around('<![CDATA[<script>]]>')],
    ['another instruction', `<?php x ?>${around('')}`],
    ['tags that do not fit together', '<svg viewBox="0 0 1 1"><g></svg></g>'],
    ['an end that is missing', '<svg viewBox="0 0 1 1"><g>'],
    ['two drawings', around('') + around('')],
    ['a page', '<html><svg viewBox="0 0 1 1"></svg></html>'],
    ['no size', '<svg><path d="M0 0"/></svg>'],
    ['an attribute without quotes', '<svg viewBox=0><path/></svg>'],
    ['deep nesting', around('<g>'.repeat(40) + '</g>'.repeat(40))],
    ['nothing', ''],
  ])('%s is refused', (_, text) => {
    expect(() => logoOf(utf8(text))).toThrow(/logo is|this SVG file/);
  });
});

describe('a PNG logo', () => {
  it('keeps its picture and nothing that is not seen', () => {
    const { logo } = logoOf(png(2, 2, { Comment: 'secret' }));
    expect(Buffer.from(logo.bytes).includes('secret')).toBe(false);
    expect(logo.bytes).toEqual(logoOf(png()).logo.bytes);
    expect(logo.id).toBe(logoOf(png()).logo.id);
    expect(logoTypeOf(logo.id)).toBe('image/png');
  });

  it('ends where its picture ends', () => {
    const bytes = Buffer.concat([png(), utf8('<script>')]);
    expect(logoOf(bytes).logo.bytes).toEqual(logoOf(png()).logo.bytes);
  });

  it.each([
    ['too wide', png(1025, 1), /1024 by 1024/],
    ['cut off', png().subarray(0, -4), /not whole/],
    ['changed', png().with(20, 9), /not whole/],
  ])('%s: refused', (_, bytes, sentence) => {
    expect(() => logoOf(bytes)).toThrow(sentence);
  });
});

it('a file that is larger, or neither PNG nor SVG, is refused', () => {
  expect(() => logoOf(new Uint8Array(LOGO_MAX_BYTES + 1))).toThrow('at most 32768 bytes');
  expect(() => logoOf(Uint8Array.of(0xff, 0xd8, 0xff))).toThrow('PNG picture or an SVG');
});

it('only an address that can be one of a logo has a type', () => {
  const types = [`${'a'.repeat(64)}.svg`, `${'a'.repeat(64)}.html`, '../x.png', `${'A'.repeat(64)}.png`].map(
    logoTypeOf,
  );
  expect(types).toEqual(['image/svg+xml', undefined, undefined, undefined]);
});
