import { de as endings } from '@authly/ui/endings/de.ts';
import type { Words } from './en.ts';

export const de: Words = {
  ...endings,
  idle_title: 'Bereit, wenn Sie es sind',
  idle_text:
    'Scannen Sie den Code auf Ihrem anderen Bildschirm mit der Kamera dieses Telefons, oder tippen Sie dort auf den Link. Dann geht es hier von selbst weiter.',
  scan_start: 'Code scannen',
  scan_view: 'Kamerabild zum Scannen',
  scan_hint: 'Halten Sie den Code in den Rahmen.',
  scan_other: 'Das ist ein anderer Code. Scannen Sie den auf der Seite, von der Sie kommen.',
  scan_problem:
    'Die Kamera lässt sich hier nicht benutzen. Scannen Sie den Code mit der Kamera-App des Telefons, oder tippen Sie dort auf den Link.',
  scan_stop: 'Scannen beenden',
  joining_title: 'Verbindung wird hergestellt',
  invalid_link_title: 'Dieser Link funktioniert nicht mehr',
  invalid_link_text:
    'Zu Ihrer Sicherheit gilt ein Link nur eine halbe Minute. Scannen Sie den Code auf dem anderen Bildschirm noch einmal, oder tippen Sie dort wieder auf den Link.',
  taken_title: 'Ein anderes Gerät war schneller',
  taken_text:
    'Ein anderes Gerät ist bereits verbunden. Wenn es nicht Ihres ist, brechen Sie auf dem anderen Bildschirm ab und beginnen Sie noch einmal.',
  unreachable_title: 'Der Dienst ist nicht erreichbar',
  unreachable_text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  retry: 'Noch einmal versuchen',
  reconnecting: 'Keine Verbindung. Neuer Versuch…',
  time_left: 'Verbleibende Zeit',
  minute_left: 'Weniger als eine Minute übrig.',
  privacy:
    'Ihr Foto bleibt auf diesem Telefon. Gesendet werden nur Merkmale und eine grobe Zeichnung der Linien, verschlüsselt.',
  unsupported_title: 'Dieser Browser kann das nicht',
  unsupported_text:
    'Er ist zu alt, um einen Fingerabdruck sicher zu lesen. Aktualisieren Sie ihn, oder nehmen Sie ein anderes Telefon.',
  switched_off_text:
    'WebAssembly ist in diesem Browser abgeschaltet, wie es der Blockierungsmodus eines iPhones tut. Ohne es lässt sich kein Fingerabdruck lesen. Schalten Sie den Modus für diese Website aus, oder nehmen Sie ein anderes Telefon.',
  other_type_title: 'Das kann diese App noch nicht',
  other_type_text:
    'Sie liest nur Fingerabdrücke, und hier wird etwas anderes verlangt. Gehen Sie zurück zu der Seite, von der Sie kamen.',

  display_text_from: 'Nachricht von {merchant}',
  compare_title: 'Steht diese Zahl auf Ihrem anderen Bildschirm?',
  compare_lead: 'Wenn beide dieselbe Zahl zeigen, bestätigen Sie sie dort.',
  compare_code: 'Zahl zum Vergleichen: {code}',
  compare_waiting: 'Wir warten auf Ihre Bestätigung dort',
  compare_no: 'Dort steht eine andere Zahl',

  consent_enroll_title: 'Fingerabdruck hinzufügen?',
  consent_enroll_lead: '{merchant} möchte einen Ihrer Finger hinzufügen, damit Sie später damit bestätigen können.',
  consent_verify_title: 'Bestätigen, dass Sie es sind?',
  consent_verify_lead: '{merchant} bittet um Bestätigung mit diesem Finger:',
  consent_stays: 'Das Foto bleibt auf diesem Telefon und wird sofort gelöscht.',
  consent_sealed: 'Gesendet werden Merkmale der Linien und eine grobe Zeichnung davon, verschlüsselt.',
  consent_stored: 'Aufbewahrt werden sie von {merchant}, nie von Authly.',
  consent_once: 'Sie werden einmal verglichen und nicht aufbewahrt.',
  consent_yes: 'Zustimmen und weiter',
  consent_no: 'Ablehnen',

  finger_title: 'Welcher Finger?',
  finger_lead: 'Nehmen Sie einen, den Sie ruhig halten können. Sie brauchen ihn später wieder.',
  finger_LI: 'Linker Zeigefinger',
  finger_LM: 'Linker Mittelfinger',
  finger_RI: 'Rechter Zeigefinger',
  finger_RM: 'Rechter Mittelfinger',
  next: 'Weiter',

  capture_title: 'Finger aufnehmen',
  capture_number: 'Aufnahme {n} von {total}',
  capture_more: 'Noch einmal derselbe Finger, ein wenig verschoben.',
  capture_change: 'Anderen Finger wählen',
  capture_stop: 'Das geht bei mir nicht',
  source: 'Art der Aufnahme',
  source_camera: 'Kamera',
  source_photo: 'Foto',
  source_drawer: 'Muster',
  source_reader: 'Lesegerät',

  camera_lead: 'Halten Sie die Fingerkuppe nah vor die Kamera, bis ihre Linien scharf sind.',
  camera_open: 'Kamera öffnen',
  camera_starting: 'Kamera startet…',
  camera_take: 'Bild aufnehmen',
  camera_sharp: 'Scharf. Bitte stillhalten…',
  camera_torch: 'Licht',
  camera_denied:
    'Die Kamera ist für diese Seite nicht erlaubt. Erlauben Sie sie in den Einstellungen des Browsers, oder nehmen Sie ein Foto.',
  camera_missing: 'Es wurde keine Kamera gefunden. Nehmen Sie stattdessen ein Foto.',
  camera_failed:
    'Die Kamera ließ sich nicht starten. Schließen Sie andere Apps, die sie benutzen, oder nehmen Sie ein Foto.',
  camera_view: 'Kamerabild mit einem Rahmen für Ihre Fingerkuppe',

  fault_nothing_there: 'Kein Finger zu sehen. Halten Sie die Fingerkuppe in den Rahmen.',
  fault_too_far: 'Kommen Sie näher, bis die Fingerkuppe den Rahmen ausfüllt.',
  fault_too_dark: 'Zu dunkel. Suchen Sie mehr Licht, oder schalten Sie das des Telefons ein.',
  fault_too_bright: 'Die Haut glänzt zu hell. Neigen Sie den Finger ein wenig, oder suchen Sie weicheres Licht.',
  fault_blurred: 'Nicht scharf. Halten Sie still, oder gehen Sie langsam näher oder weiter weg.',
  fault_worn: 'Die Linien sind zu schwach. Wischen Sie den Finger ab, oder nehmen Sie einen anderen.',
  fault_no_finger: 'Das sieht nicht nach einem Finger aus. Legen Sie die bloße Fingerkuppe flach auf.',
  fault_too_dry:
    'Ihre Haut ist sehr trocken. Hauchen Sie den Finger an oder berühren Sie kurz Ihre Stirn, und drücken Sie etwas mehr.',
  fault_too_wet: 'Ihre Haut ist feucht. Trocknen Sie den Finger, wischen Sie das Glas ab und drücken Sie weniger.',
  fault_too_small:
    'Es ist nur ein kleiner Teil des Fingers zu sehen. Legen Sie ihn flach auf, von der Kuppe bis zum ersten Gelenk.',
  fault_at_edge: 'Der Finger liegt am Rand. Legen Sie ihn in die Mitte.',

  photo_lead: 'Eine scharfe, helle Nahaufnahme, die Ihre Fingerkuppe ganz ausfüllt.',
  photo_choose: 'Foto auswählen',
  photo_drop: 'oder hier ablegen',
  photo_unreadable: 'Diese Datei lässt sich nicht als Bild lesen. Wählen Sie eine andere.',

  drawer_lead: 'Erfundene Finger, nur in der Sandbox.',
  drawer_whose: 'Wessen Finger',
  drawer_person_a: 'Person A',
  drawer_person_b: 'Person B',
  drawer_which: 'Welcher Finger',
  drawer_smudged: 'Verwischte Aufnahme',
  drawer_capture: 'Finger aufnehmen',
  drawer_capture_again: 'Noch einmal aufnehmen',

  reader_looking: 'Ein Lesegerät wird gesucht…',
  reader_network:
    'Ihr Browser fragt vielleicht, ob diese Seite Programme auf diesem Gerät erreichen darf. Erlauben Sie es: So erreicht die Seite das Lesegerät.',
  reader_absent: 'Auf diesem Computer wurde kein Lesegerät gefunden.',
  reader_absent_help:
    'Starten Sie das Programm des Lesegeräts, authly-reader. Läuft es schon, öffnen Sie einmal seine Adresse, gehen Sie trotz der Warnung zum Zertifikat weiter und kommen Sie zurück.',
  reader_open: 'Adresse des Lesegeräts öffnen',
  reader_look_again: 'Noch einmal suchen',
  reader_which: 'Welches Lesegerät',
  reader_kind_agent: 'Lesegerät an diesem Computer',
  reader_kind_secugen: 'Lesegerät von SecuGen',
  reader_kind_digitalpersona: 'Lesegerät von DigitalPersona',
  reader_pair_lead: 'Das Lesegerät kennt diese Seite noch nicht.',
  reader_pair: 'Kopplungscode anzeigen',
  reader_pair_code: 'Kopplungscode: {code}',
  reader_pair_type: 'Geben Sie diesen Code dort ein, wo das Programm des Lesegeräts läuft.',
  reader_pair_ended: 'Der Code ist zu alt, oder ein falscher wurde eingegeben. Lassen Sie einen neuen anzeigen.',
  reader_lead: 'Ein Fingerabdruck-Lesegerät, das an diesem Computer angeschlossen ist.',
  reader_start: 'Lesegerät benutzen',
  reader_touch: 'Legen Sie jetzt Ihren Finger auf das Lesegerät.',
  reader_stop: 'Nicht länger warten',
  reader_fault_touch_again: 'Die Aufnahme war nicht lesbar. Heben Sie den Finger ab und legen Sie ihn noch einmal auf.',
  reader_fault_no_touch: 'Auf dem Lesegerät lag nicht rechtzeitig ein Finger.',
  reader_fault_no_reader:
    'Das Programm läuft, kann aber kein Lesegerät benutzen. Schließen Sie eines an, das es kennt.',
  reader_fault_no_images: 'Dieses Lesegerät gibt keine Aufnahmen heraus. Es wird ein anderes gebraucht.',
  reader_fault_busy: 'Ein anderes Programm benutzt das Lesegerät. Schließen Sie es und versuchen Sie es noch einmal.',
  reader_fault_failed:
    'Das Lesegerät hat versagt. Ziehen Sie es ab, schließen Sie es wieder an und versuchen Sie es noch einmal.',

  reading_title: 'Linien werden gelesen',
  review_good_title: 'Gute Aufnahme',
  review_good_text: 'Diese Linien und Punkte wurden gefunden.',
  review_poor_title: 'Nicht deutlich genug',
  review_poor_text:
    'Es sind zu wenige Linien zu erkennen. Wischen Sie den Finger ab, sorgen Sie für mehr Licht und halten Sie still.',
  review_absent_title: 'Kein Finger gefunden',
  review_absent_text: 'Die Fingerkuppe soll das Bild ausfüllen, hell und scharf.',
  review_other_title: 'Ist es derselbe Finger?',
  review_other_text: 'Diese Aufnahme gleicht der vorigen nicht. Nehmen Sie denselben Finger, ein wenig verschoben.',
  review_same_title: 'Noch einmal dasselbe Bild',
  review_same_text:
    'Jede Aufnahme muss neu sein. Heben Sie den Finger ab, legen Sie ihn ein wenig verschoben wieder an und nehmen Sie ihn neu auf.',
  review_image: 'Ihre Fingerkuppe mit den {count} gefundenen Punkten',
  review_clarity: 'Deutlichkeit',
  review_use: 'Aufnahme verwenden',
  review_send: 'Senden',
  review_again: 'Noch einmal aufnehmen',
  review_over: 'Neu beginnen mit Aufnahme 1',

  stop_title: 'Hier aufhören?',
  stop_text: 'Es wird nichts gesendet. Sie können bei {merchant} neu beginnen, auch mit einem anderen Telefon.',
  stop_yes: 'Ja, aufhören',
  stop_no: 'Weiter versuchen',

  sending_title: 'Einen Moment bitte',
  sending_enroll: 'Ihr Fingerabdruck wird sicher gespeichert.',
  sending_verify: 'Ihr Fingerabdruck wird geprüft.',
  stopping: 'Wir geben {merchant} Bescheid.',
};
