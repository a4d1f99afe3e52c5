import { es as endings } from '@authly/ui/endings/es.ts';
import type { Words } from './en.ts';

export const es: Words = {
  ...endings,
  enroll_title: 'Añade tu huella',
  verify_title: 'Confirma que eres tú',
  phone_lead: 'Abre la aplicación en este móvil y coloca el dedo cuando te lo pida.',
  app_waiting: 'Esperando a la aplicación',
  open_app: 'Abrir la aplicación',
  use_other_phone: 'Usar otro móvil',
  display_text_from: 'Mensaje de {merchant}',
  time_left: 'Quedan',
  cancel: 'Cancelar',
  privacy: 'La foto se queda en tu móvil. Solo se envían medidas y un dibujo aproximado de las líneas, todo cifrado.',
  desk_lead: 'Escanea este código con la cámara de tu móvil y sigue allí los pasos.',
  other_phone_lead: 'Escanea este código con la cámara del móvil que quieras usar.',
  code_only_here:
    'Un móvil no puede abrir este código: nombra localhost. Continúa en este dispositivo o inicia el sandbox con npm start -- --phone.',
  qr_alt: 'Código QR que abre el paso de la huella en tu móvil. Si no puedes escanearlo, usa el enlace de abajo.',
  qr_waiting: 'Esperando a tu móvil',
  open_here: 'Continuar en este dispositivo',
  use_this_phone: 'Usar este móvil',

  join_title: '¿Ves este número en tu móvil?',
  join_lead: 'Se acaba de conectar un móvil. Continúa solo si es el tuyo y muestra el mismo número.',
  join_code: 'Número que debes comparar: {code}',
  join_yes: 'Sí, es el mismo',
  join_no: '¿Se ha conectado otro? Cancelar',
  app_title: 'Continúa en la aplicación',
  app_lead: 'Coloca el dedo cuando la aplicación te lo pida. Esta página avanza sola.',

  processing_title: 'Un momento',
  processing_enroll: 'Estamos guardando tu huella de forma segura.',
  processing_verify: 'Estamos comprobando tu huella.',

  invalid_title: 'Este enlace ya no funciona',
  invalid_text: 'Puede que haya caducado o que le falte una parte. Vuelve al lugar de donde venías y empieza de nuevo.',
  lost_title: 'No podemos conectar con el servicio',
  lost_text: 'Revisa tu conexión y vuelve a {merchant} para ver cómo ha terminado.',
  closes_by_itself: 'Esta ventana se cierra sola.',

  the_merchant: 'la tienda',
  minute_left: 'Queda menos de un minuto.',
  reconnecting: 'Reconectando…',
  cancel_question: '¿Quieres cancelar?',
  cancel_text: 'No se guardará nada. Puedes empezar de nuevo desde {merchant}.',
  cancel_yes: 'Sí, cancelar',
  cancel_no: 'Seguir',
  action_failed: 'No ha funcionado. Inténtalo de nuevo.',
};
