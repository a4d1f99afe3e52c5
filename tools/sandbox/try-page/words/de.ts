import type { Words } from './en.ts';

export const de: Words = {
  title: 'Mit diesem Telefon ausprobieren',
  lead: 'Bezahlen Sie in einem Demo-Laden mit dem Finger. Alles läuft auf dem Computer, dessen Code Sie gescannt haben.',
  open_shop: 'Laden öffnen',
  warning_title: 'Ihr Browser wird Sie einmal warnen',
  warning_text:
    'Er kennt das Zertifikat dieser Testumgebung nicht. Das ist richtig so: Gehen Sie durch die Warnung hindurch.',
  warning_ios: 'iPhone, iPad: „Details einblenden“, dann „diese Website besuchen“.',
  warning_android: 'Android: „Erweitert“, dann „Weiter zu …“.',
  trust_title: 'Lieber keine Warnung? Dem Zertifikat vertrauen',
  trust_text:
    'Nur in einem Netz, dem Sie vertrauen. Entfernen Sie es danach wieder: Wer die Dateien des Computers hat, könnte sich vor diesem Telefon als jede Website ausgeben.',
  download: 'Zertifikat laden',
  ios: 'iPhone und iPad',
  ios_1: 'Hier in Safari laden und auf „Zulassen“ tippen.',
  ios_2: 'Einstellungen: „Profil geladen“ antippen, dann „Installieren“.',
  ios_3: 'Einstellungen, Allgemein, Info, Zertifikatsvertrauenseinstellungen: „Authly sandbox CA“ einschalten.',
  android: 'Android-Telefon',
  android_1: 'Hier laden.',
  android_2: 'Einstellungen: nach „CA-Zertifikat“ suchen und „Trotzdem installieren“ antippen.',
  android_3: 'Die Datei „authly-sandbox-ca.crt“ auswählen.',
  compare: 'SHA-256 des Zertifikats, zum Vergleich mit dem Terminal des Computers:',
};
