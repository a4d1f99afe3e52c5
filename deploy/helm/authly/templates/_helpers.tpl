{{/* Returns text if TLS ends before the service. */}}
{{- define "authly.plain" -}}
{{- if or .Values.ingress.enabled .Values.gateway.enabled }}true{{ end }}
{{- end }}

{{- define "authly.selector" -}}
app.kubernetes.io/name: authly
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{- define "authly.labels" -}}
{{ include "authly.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The settings are in the pod and not in a ConfigMap: a change of a setting is a rollout, and the Job runs before anything else is installed. */}}
{{- define "authly.env" -}}
{{- $env := dict
  "AUTHLY_ENV" "production"
  "AUTHLY_BASE_URL" .Values.baseUrl
  "AUTHLY_DATABASE_URL_FILE" "/run/secrets/authly/database-url"
  "AUTHLY_MASTER_KEY_FILE" "/run/secrets/authly/master-key"
  "AUTHLY_OPS_HOST" "0.0.0.0"
  "AUTHLY_SHUTDOWN_DELAY_S" "30"
}}
{{- if .Values.trustedProxies }}
{{- $_ := set $env "AUTHLY_TRUSTED_PROXIES" .Values.trustedProxies }}
{{- else if include "authly.plain" . }}
{{- fail "trustedProxies is required where an ingress or a gateway ends TLS: the addresses of its pods" }}
{{- end }}
{{- if not (include "authly.plain" .) }}
{{- $_ := set $env "AUTHLY_TLS_CERT_FILE" "/run/secrets/authly-tls/tls.crt" }}
{{- $_ := set $env "AUTHLY_TLS_KEY_FILE" "/run/secrets/authly-tls/tls.key" }}
{{- end }}
{{- if .Values.console.enabled }}
{{- $_ := set $env "AUTHLY_CONSOLE_PORT" "9444" }}
{{- $_ := set $env "AUTHLY_CONSOLE_HOST" "0.0.0.0" }}
{{- $_ := set $env "AUTHLY_CONSOLE_URL" (required "console.url is required" .Values.console.url) }}
{{- end }}
{{- range $name, $value := merge (deepCopy .Values.settings) $env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- if not (hasKey .Values.settings "AUTHLY_ENGINE_THREADS") }}
- name: AUTHLY_ENGINE_THREADS
  valueFrom: { resourceFieldRef: { resource: requests.cpu } }
{{- end }}
{{- with .Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "authly.pod" -}}
automountServiceAccountToken: false
{{- range $field := list "imagePullSecrets" "serviceAccountName" "priorityClassName" "nodeSelector" "tolerations" "affinity" }}
{{- with index $.Values $field }}
{{ $field }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  # Secrets are readable by this group and by nobody else.
  fsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secretName | quote }}, defaultMode: 0440 }
  {{- if not (include "authly.plain" .) }}
  - name: tls
    secret: { secretName: {{ .Values.tlsSecretName | quote }}, defaultMode: 0440 }
  {{- end }}
  - name: tmp
    emptyDir: { sizeLimit: 64Mi }
  {{- with .Values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "authly.container" -}}
image: {{ .Values.image.repository }}@{{ .Values.image.digest }}
env:
  {{- include "authly.env" . | trim | nindent 2 }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/authly, readOnly: true }
  {{- if not (include "authly.plain" .) }}
  - { name: tls, mountPath: /run/secrets/authly-tls, readOnly: true }
  {{- end }}
  - { name: tmp, mountPath: /tmp }
  {{- with .Values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
