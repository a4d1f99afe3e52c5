// Written by `npm run generate` from languages.ts: each section in every language.
import * as ar from './ar.ts';
import * as de from './de.ts';
import * as en from './en.ts';
import * as es from './es.ts';
import * as fr from './fr.ts';
import * as ja from './ja.ts';
import * as ko from './ko.ts';
import * as pt from './pt.ts';
import * as zh from './zh.ts';
import type { Language } from '@authly/contract/languages';
import type { Words } from './languages.ts';

export const app: Readonly<Record<Language, Words<'app'>>> = {
  ar: ar.app,
  de: de.app,
  en: en.app,
  es: es.app,
  fr: fr.app,
  ja: ja.app,
  ko: ko.app,
  pt: pt.app,
  zh: zh.app,
};

export const fingers: Readonly<Record<Language, Words<'fingers'>>> = {
  ar: ar.fingers,
  de: de.fingers,
  en: en.fingers,
  es: es.fingers,
  fr: fr.fingers,
  ja: ja.fingers,
  ko: ko.fingers,
  pt: pt.fingers,
  zh: zh.fingers,
};

export const hosted: Readonly<Record<Language, Words<'hosted'>>> = {
  ar: ar.hosted,
  de: de.hosted,
  en: en.hosted,
  es: es.hosted,
  fr: fr.hosted,
  ja: ja.hosted,
  ko: ko.hosted,
  pt: pt.hosted,
  zh: zh.hosted,
};

export const shared: Readonly<Record<Language, Words<'shared'>>> = {
  ar: ar.shared,
  de: de.shared,
  en: en.shared,
  es: es.shared,
  fr: fr.shared,
  ja: ja.shared,
  ko: ko.shared,
  pt: pt.shared,
  zh: zh.shared,
};

export const shop: Readonly<Record<Language, Words<'shop'>>> = {
  ar: ar.shop,
  de: de.shop,
  en: en.shop,
  es: es.shop,
  fr: fr.shop,
  ja: ja.shop,
  ko: ko.shop,
  pt: pt.shop,
  zh: zh.shop,
};

export const tryPage: Readonly<Record<Language, Words<'tryPage'>>> = {
  ar: ar.tryPage,
  de: de.tryPage,
  en: en.tryPage,
  es: es.tryPage,
  fr: fr.tryPage,
  ja: ja.tryPage,
  ko: ko.tryPage,
  pt: pt.tryPage,
  zh: zh.tryPage,
};
