// Written by `npm run generate` from languages.ts: each section in every language.
import * as de from './de.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as ja from './ja.ts';
import * as ko from './ko.ts';
import type { Language, Words } from './languages.ts';

export const app: Readonly<Record<Language, Words<'app'>>> = {
  de: de.app,
  en: en.app,
  es: es.app,
  ja: ja.app,
  ko: ko.app,
};

export const fingers: Readonly<Record<Language, Words<'fingers'>>> = {
  de: de.fingers,
  en: en.fingers,
  es: es.fingers,
  ja: ja.fingers,
  ko: ko.fingers,
};

export const hosted: Readonly<Record<Language, Words<'hosted'>>> = {
  de: de.hosted,
  en: en.hosted,
  es: es.hosted,
  ja: ja.hosted,
  ko: ko.hosted,
};

export const shared: Readonly<Record<Language, Words<'shared'>>> = {
  de: de.shared,
  en: en.shared,
  es: es.shared,
  ja: ja.shared,
  ko: ko.shared,
};

export const shop: Readonly<Record<Language, Words<'shop'>>> = {
  de: de.shop,
  en: en.shop,
  es: es.shop,
  ja: ja.shop,
  ko: ko.shop,
};

export const tryPage: Readonly<Record<Language, Words<'tryPage'>>> = {
  de: de.tryPage,
  en: en.tryPage,
  es: es.tryPage,
  ja: ja.tryPage,
  ko: ko.tryPage,
};
