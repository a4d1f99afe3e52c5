import { de as endings } from '@authly/ui/endings/de.ts';
import type { Words } from './en.ts';

export const de: Words = {
  ...endings,
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
  desk_lead: 'Scannen Sie diesen Code mit der Kamera Ihres Telefons und folgen Sie dort den Schritten.',
  other_phone_lead: 'Scannen Sie diesen Code mit der Kamera des Telefons, das Sie verwenden möchten.',
  code_only_here:
    'Ein Telefon kann diesen Code nicht öffnen: Er nennt localhost. Fahren Sie auf diesem Gerät fort, oder starten Sie die Sandbox mit npm start -- --phone.',
  qr_alt:
    'QR-Code, der den Fingerabdruck-Schritt auf Ihrem Telefon öffnet. Wenn Sie ihn nicht scannen können, nutzen Sie den Link darunter.',
  qr_waiting: 'Wir warten auf Ihr Telefon',
  open_here: 'Auf diesem Gerät fortfahren',
  use_this_phone: 'Dieses Telefon verwenden',

  join_title: 'Sehen Sie diese Zahl auf Ihrem Telefon?',
  join_lead: 'Gerade hat sich ein Telefon verbunden. Machen Sie nur weiter, wenn es Ihres ist und dieselbe Zahl zeigt.',
  join_code: 'Zahl zum Vergleichen: {code}',
  join_yes: 'Ja, dieselbe Zahl',
  join_no: 'Fremdes Gerät verbunden? Abbrechen',
  app_title: 'Weiter geht es in der App',
  app_lead: 'Legen Sie den Finger auf, sobald die App darum bittet. Diese Seite läuft von selbst mit.',

  processing_title: 'Einen Moment bitte',
  processing_enroll: 'Ihr Fingerabdruck wird sicher gespeichert.',
  processing_verify: 'Ihr Fingerabdruck wird geprüft.',

  invalid_title: 'Dieser Link funktioniert nicht mehr',
  invalid_text:
    'Vielleicht ist er abgelaufen oder unvollständig. Gehen Sie dorthin zurück, wo Sie herkamen, und beginnen Sie noch einmal.',
  lost_title: 'Der Dienst ist nicht erreichbar',
  lost_text: 'Prüfen Sie Ihre Verbindung und kehren Sie dann zu {merchant} zurück, um das Ergebnis zu sehen.',
  closes_by_itself: 'Dieses Fenster schließt sich von selbst.',

  the_merchant: 'dem Anbieter',
  minute_left: 'Weniger als eine Minute übrig.',
  reconnecting: 'Verbindung wird erneuert…',
  cancel_question: 'Möchten Sie abbrechen?',
  cancel_text: 'Es wird nichts gespeichert. Sie können bei {merchant} neu beginnen.',
  cancel_yes: 'Ja, abbrechen',
  cancel_no: 'Weitermachen',
  action_failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
};
