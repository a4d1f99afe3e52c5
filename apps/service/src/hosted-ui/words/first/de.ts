import type { FirstWords } from './en.ts';

export const de: FirstWords = {
  enroll_title: 'Fingerabdruck hinzufügen',
  verify_title: 'Bestätigen Sie, dass Sie es sind',
  phone_lead: 'Öffnen Sie die App auf diesem Telefon und legen Sie den Finger auf, sobald sie darum bittet.',
  app_waiting: 'Wir warten auf die App',
  open_app: 'App öffnen',
  use_other_phone: 'Anderes Telefon verwenden',
  display_text_from: 'Nachricht von {merchant}',
  time_left: 'Noch',
  cancel: 'Abbrechen',
  privacy:
    'Das Foto bleibt auf Ihrem Telefon. Gesendet werden nur Merkmale und eine grobe Zeichnung der Linien, verschlüsselt.',
};
