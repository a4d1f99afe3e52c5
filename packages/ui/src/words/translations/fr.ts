import type { Words } from '../languages.ts';

export const shared: Words<'shared'> = {
  succeeded_enroll_title: 'Empreinte ajoutée',
  succeeded_enroll_text: 'Vous pouvez maintenant l’utiliser chez {merchant}.',
  succeeded_verify_title: 'C’est terminé ici',
  succeeded_verify_text: 'Revenez à {merchant} pour continuer.',
  declined_title: 'Vous avez refusé',
  stopped_title: 'Arrêté',
  failed_title: 'Cela n’a pas fonctionné',
  expired_title: 'Le temps est écoulé',
  expired_text: 'Pour votre sécurité, une session ne dure que quelques minutes. Recommencez depuis {merchant}.',
  canceled_title: 'Annulé',
  canceled_text: 'Rien n’a été enregistré. Vous pouvez recommencer depuis {merchant} à tout moment.',
  back: 'Revenir à {merchant}',
  close_hint: 'Vous pouvez maintenant fermer cette page.',

  failure_session_expired: 'Le temps est écoulé. Recommencez depuis {merchant}.',
  failure_provider_timeout: 'La vérification a pris trop de temps. Recommencez depuis {merchant}.',
  failure_provider_error: 'Nous n’avons pas pu vérifier votre empreinte. Recommencez depuis {merchant}.',
  failure_capture_failed:
    'Nous n’avons pas pu capturer votre empreinte. Utilisez un doigt propre et sec, dans une bonne lumière, et recommencez depuis {merchant}.',
  failure_user_declined: 'Rien n’a été envoyé ni enregistré. Vous pouvez recommencer depuis {merchant} à tout moment.',
  failure_device_not_supported:
    'Cet appareil ne peut pas capturer d’empreinte. Recommencez depuis {merchant} avec un autre appareil.',
  failure_join_refused:
    'Le nombre était erroné deux fois, rien n’a donc été capturé. Recommencez depuis {merchant} et ne scannez que le code affiché là-bas.',
  failure_finger_mismatch: 'Ce n’est pas le doigt demandé. Recommencez depuis {merchant} avec le bon doigt.',
  failure_template_invalid:
    'Nous n’avons pas pu lire la capture. Recommencez depuis {merchant} et placez à nouveau votre doigt.',
  failure_quality_too_low:
    'Votre empreinte n’était pas assez nette. Nettoyez votre doigt, trouvez une bonne lumière et recommencez depuis {merchant}.',
  failure_enrollment_not_found: 'Vous n’avez pas encore ajouté ce doigt. Ajoutez-le d’abord chez {merchant}.',
  failure_merchant_bio_timeout: '{merchant} n’a pas répondu à temps. Réessayez dans quelques minutes.',
  failure_merchant_bio_unavailable: '{merchant} est injoignable pour le moment. Réessayez dans quelques minutes.',
  failure_merchant_bio_rejected:
    '{merchant} n’a pas pu accepter votre empreinte. Contactez {merchant} pour obtenir de l’aide.',
  failure_merchant_bio_invalid_response:
    'Un problème est survenu chez {merchant}. Contactez {merchant} pour obtenir de l’aide.',
  failure_too_many_attempts:
    'Trop de tentatives avec ce doigt. Attendez une heure, puis recommencez depuis {merchant}.',
  failure_processing_interrupted: 'Le traitement a été interrompu. Recommencez depuis {merchant}.',
  failure_internal_error: 'Un problème est survenu de notre côté. Recommencez depuis {merchant}.',
  failure_other: 'Nous n’avons pas pu terminer. Recommencez depuis {merchant}.',

  display_text_from: 'Message de {merchant}',
  time_left: 'Temps restant',
  minute_left: 'Il reste moins d’une minute.',
  privacy: 'Votre photo reste sur votre appareil. Seuls des mesures et un dessin simplifié sont envoyés, chiffrés.',
  processing_title: 'Un instant',
  processing_enroll: 'Votre empreinte est enregistrée en toute sécurité.',
  processing_verify: 'Votre empreinte est en cours de vérification.',
  invalid_link_title: 'Ce lien ne fonctionne plus',
  unreachable_title: 'Le service est injoignable',
  reconnecting: 'Reconnexion…',
  action_failed: 'Cela n’a pas abouti. Réessayez.',
  language: 'Langue',
  retention: 'Durée de conservation de votre empreinte par {merchant} :',
  privacy_link: 'Comment {merchant} utilise votre empreinte',
};

export const hosted: Words<'hosted'> = {
  enroll_title: 'Ajoutez votre empreinte',
  verify_title: 'Confirmez que c’est bien vous',
  phone_lead: 'Ouvrez l’application sur ce téléphone et placez votre doigt quand elle vous le demande.',
  app_waiting: 'En attente de l’application',
  open_app: 'Ouvrir l’application',
  use_other_phone: 'Utiliser un autre téléphone',
  cancel: 'Annuler',
  desk_lead: 'Scannez ce code avec l’appareil photo de votre téléphone, puis suivez les étapes.',
  other_phone_lead: 'Scannez ce code avec l’appareil photo du téléphone que vous voulez utiliser.',
  use_phone: 'Utiliser plutôt un téléphone',
  copy: 'Copier',
  copied: 'Copié',
  qr_alt:
    'Code QR qui ouvre l’étape de l’empreinte sur votre téléphone. Si vous ne pouvez pas le scanner, utilisez le lien ci-dessous.',
  qr_waiting: 'En attente de votre téléphone',
  open_here: 'Continuer sur cet appareil',
  use_this_phone: 'Utiliser ce téléphone',

  join_title: 'Saisissez {code} sur votre téléphone',
  join_lead:
    'Un téléphone vient de se connecter. Saisissez ce nombre uniquement sur le vôtre et ne le donnez à personne.',
  join_no: 'Ce n’est pas le vôtre ? Annuler',
  app_title: 'Continuez dans l’application',
  app_lead: 'Placez votre doigt quand l’application le demande. Cette page se met à jour automatiquement.',

  invalid_link_text: 'Il a peut-être expiré, ou il est incomplet. Revenez à la page précédente et recommencez.',
  lost_text: 'Vérifiez votre connexion, puis revenez à {merchant} pour voir le résultat.',
  closes_soon: 'Cette fenêtre se ferme automatiquement.',
  the_merchant: 'votre marchand',
  cancel_question: 'Voulez-vous annuler ?',
  cancel_text: 'Rien ne sera enregistré. Vous pouvez recommencer depuis {merchant}.',
  cancel_yes: 'Oui, annuler',
  cancel_no: 'Continuer',
};

export const app: Words<'app'> = {
  idle_title: 'Prêt à commencer',
  idle_text:
    'Scannez le code de votre autre écran avec l’appareil photo de cet appareil, ou ouvrez-y le lien. Cette page continue automatiquement.',
  scan_start: 'Scanner le code',
  scan_view: 'Image de l’appareil photo',
  scan_hint: 'Placez le code au centre du cadre.',
  scan_other: 'C’est un autre code. Scannez celui de la page où vous avez commencé.',
  scan_problem:
    'L’appareil photo n’est pas disponible ici. Scannez le code avec une autre application, ou ouvrez-y le lien.',
  scan_stop: 'Arrêter le scan',
  joining_title: 'Connexion',
  invalid_link_text:
    'Pour votre sécurité, les liens expirent vite. Revenez à l’autre écran et scannez le code ou ouvrez le lien à nouveau.',
  taken_title: 'Un autre appareil est déjà connecté',
  taken_text: 'Si ce n’est pas le vôtre, annulez sur l’autre écran et recommencez.',
  unreachable_text: 'Vérifiez votre connexion et réessayez.',
  retry: 'Réessayer',
  unsupported_title: 'Ce navigateur n’est pas pris en charge',
  unsupported_text:
    'Il est trop ancien pour lire une empreinte en toute sécurité. Mettez-le à jour ou utilisez un autre appareil.',
  switched_off_text:
    'WebAssembly est désactivé dans ce navigateur, par exemple par le mode Isolement de l’iPhone. Il est nécessaire pour lire une empreinte. Désactivez le mode Isolement pour ce site, ou utilisez un autre appareil.',
  other_type_title: 'Cette application ne sait pas encore le faire',
  other_type_text:
    'Elle ne lit que les empreintes digitales, et autre chose vous a été demandé. Revenez à la page où vous avez commencé.',

  number_title: 'Quel nombre voyez-vous sur votre autre écran ?',
  number_lead: 'Saisissez les deux chiffres affichés sur la page où vous avez commencé.',
  number_wrong:
    'Ce n’est pas le nombre de la page où vous avez commencé. Vérifiez-le et réessayez. Pour votre sécurité, un deuxième nombre erroné met fin à cette session.',
  number_no: 'Je ne vois pas de nombre',

  consent_enroll_title: 'Ajouter votre empreinte ?',
  consent_enroll_lead:
    '{merchant} souhaite ajouter un de vos doigts, pour que vous puissiez ensuite confirmer avec lui.',
  consent_verify_title: 'Est-ce bien vous ?',
  consent_verify_lead: '{merchant} vous demande de confirmer avec ce doigt :',
  consent_stays: 'Votre photo reste sur cet appareil.',
  consent_sent: 'Seule une carte chiffrée des lignes de votre empreinte est envoyée.',
  consent_stored: '{merchant} la conserve, pas Authly. Vous pouvez demander à {merchant} de la supprimer.',
  consent_once: 'Elle est comparée une fois et n’est pas conservée.',
  consent_yes: 'Accepter et continuer',
  consent_no: 'Refuser',

  finger_title: 'Quel doigt ?',
  finger_lead: 'Choisissez un doigt que vous pouvez tenir immobile. Vous utiliserez le même plus tard.',
  finger_LI: 'Index gauche',
  finger_LM: 'Majeur gauche',
  finger_RI: 'Index droit',
  finger_RM: 'Majeur droit',
  next: 'Continuer',

  capture_title: 'Capturez votre doigt',
  capture_number: 'Capture {n} sur {total}',
  capture_more: 'Encore le même doigt, dans une position un peu différente.',
  capture_change: 'Choisir un autre doigt',
  capture_again: 'Capturer à nouveau',
  capture_stop: 'Je n’y arrive pas',
  source: 'Mode de capture',
  source_camera: 'Caméra',
  source_reader: 'Lecteur',
  source_same_enroll: 'Plus tard, vous confirmerez de la même façon : caméra ou lecteur.',
  source_same_verify: 'Utilisez la caméra ou le lecteur, comme lors de l’ajout de ce doigt.',

  camera_lead: 'Approchez le bout du doigt de la caméra jusqu’à ce que ses lignes soient nettes.',
  camera_open: 'Ouvrir la caméra',
  camera_starting: 'La caméra démarre…',
  camera_far: 'Trop loin',
  camera_right: 'Proche et net',
  camera_take: 'Prendre la photo',
  camera_taking: 'Ne bougez pas. La photo est prise dès qu’elle est nette…',
  camera_overdue: 'Toujours pas net.',
  camera_app: 'Utiliser l’appli photo',
  camera_app_unreadable: 'Cette photo n’a pas pu être lue. Prenez-en une autre.',
  camera_sharp: 'C’est net. Ne bougez pas…',
  camera_torch: 'Lumière',
  camera_denied: 'Cette page n’a pas accès à la caméra. Autorisez-la dans les réglages du navigateur, puis réessayez.',
  camera_missing: 'Aucune caméra trouvée dans ce navigateur. Utilisez un autre navigateur ou un autre appareil.',
  camera_failed:
    'La caméra s’est arrêtée ou n’a pas démarré. Fermez les autres applications qui l’utilisent, puis réessayez.',
  camera_view: 'Image de la caméra avec un cadre pour le bout du doigt',

  fault_nothing_there: 'Aucun doigt visible. Placez le bout du doigt dans le cadre.',
  fault_too_far: 'Rapprochez-vous jusqu’à ce que le bout du doigt remplisse le cadre.',
  fault_several_fingers: 'Plusieurs doigts sont visibles. Montrez-en un seul.',
  fault_too_dark: 'Trop sombre. Trouvez plus de lumière ou allumez la lumière.',
  fault_too_bright: 'Trop de reflets. Inclinez un peu le doigt ou trouvez une lumière plus douce.',
  fault_blurred: 'Flou. Ne bougez pas, ou approchez ou éloignez lentement le doigt.',
  fault_no_finger: 'Cela ne ressemble pas à un doigt. Posez le bout d’un doigt nu à plat sur le lecteur.',
  fault_too_dry:
    'Votre peau est très sèche. Soufflez sur votre doigt ou touchez votre front avec, puis appuyez un peu plus.',
  fault_too_wet: 'Votre peau est humide. Séchez votre doigt, essuyez la vitre et appuyez moins fort.',
  fault_too_small: 'Seule une petite partie du doigt est visible. Posez-le à plat, du bout à la première articulation.',
  fault_at_edge: 'Votre doigt est au bord. Placez-le au centre.',

  reader_looking: 'Recherche d’un lecteur…',
  reader_network:
    'Votre navigateur peut demander si cette page peut se connecter à des programmes de cet appareil. Autorisez-le pour que la page atteigne le lecteur.',
  reader_absent: 'Aucun lecteur trouvé sur cet ordinateur.',
  reader_absent_help:
    'Pour le personnel : démarrez le programme du lecteur, authly-reader, sur cet ordinateur. S’il fonctionne déjà, ouvrez une fois son adresse, passez l’avertissement de certificat, puis revenez.',
  reader_open: 'Ouvrir l’adresse du lecteur',
  reader_look_again: 'Chercher à nouveau',
  reader_pair_lead: 'Associez d’abord cette page au lecteur.',
  reader_pair: 'Afficher un code d’association',
  reader_pair_code: 'Code d’association : {code}',
  reader_pair_type: 'Pour le personnel : saisissez ce code là où le programme du lecteur s’exécute.',
  reader_pair_ended: 'Le code a expiré, ou un mauvais code a été saisi. Demandez-en un nouveau.',
  reader_lead: 'Utilisez un lecteur d’empreintes branché sur cet ordinateur.',
  reader_start: 'Utiliser le lecteur',
  reader_place: 'Placez maintenant votre doigt sur le lecteur.',
  reader_stop: 'Ne plus attendre',
  reader_fault_capture_again: 'Nous n’avons pas pu lire cette capture. Levez le doigt et placez-le à nouveau.',
  reader_fault_no_finger: 'Aucun doigt n’a été placé à temps sur le lecteur. Réessayez.',
  reader_fault_no_reader:
    'Le programme fonctionne, mais n’a trouvé aucun lecteur compatible. Branchez-en un et réessayez.',
  reader_fault_no_images: 'Ce lecteur ne fournit pas d’images. Utilisez-en un autre.',
  reader_fault_busy: 'Un autre programme utilise le lecteur. Fermez-le et réessayez.',
  reader_fault_failed: 'Le lecteur a signalé une erreur. Débranchez-le, rebranchez-le et réessayez.',

  reading_title: 'Lecture de votre empreinte',
  review_good_title: 'Bonne capture',
  review_good_text: 'Ces lignes et ces points ont été trouvés.',
  review_poor_title: 'Pas assez net',
  review_poor_text: 'Trop peu de lignes sont visibles. Essuyez votre doigt, trouvez plus de lumière et ne bougez pas.',
  review_absent_title: 'Aucun doigt trouvé',
  review_absent_text: 'Remplissez l’image avec le bout du doigt, dans une bonne lumière et bien net.',
  review_other_title: 'Est-ce le même doigt ?',
  review_other_text:
    'Cette capture ne ressemble pas à la précédente. Utilisez le même doigt, dans une position un peu différente.',
  review_same_title: 'Encore la même image',
  review_same_text:
    'Chaque capture doit être nouvelle. Levez le doigt, placez-le un peu autrement et capturez à nouveau.',
  review_failed_title: 'Nous n’avons pas pu lire votre doigt',
  review_failed_text:
    'Une partie de cette page s’est arrêtée ou n’a pas été chargée. Les captures précédentes sont perdues. Vérifiez votre connexion et réessayez.',
  review_image: 'Le bout de votre doigt avec les {count} points trouvés',
  review_clarity: 'Netteté',
  review_use: 'Utiliser cette capture',
  review_send: 'Envoyer',
  review_over: 'Recommencer à la capture 1',

  stop_title: 'Arrêter ici ?',
  stop_text: 'Rien ne sera envoyé. Vous pouvez recommencer depuis {merchant}, même avec un autre appareil.',
  stop_yes: 'Oui, arrêter',
  stop_no: 'Continuer d’essayer',
  stopping: 'Nous prévenons {merchant}.',
};
